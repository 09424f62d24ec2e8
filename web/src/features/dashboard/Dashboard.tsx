/** `/dashboard`: what expires, what needs you, what you have to do, what happened. */
import { Bell, CircleUser, KeyRound, ShieldAlert, Upload } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";

import { useMyInvitations } from "../../api/accounts";
import { useListFindingsInfiniteQuery } from "../../api/security";
import { Button, ButtonLink } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Columns, Page } from "../../components/Page";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { lastOpened } from "../../lists/finding/opened";
import { findingWords } from "../../lists/activity/findingWords";
import { useSay } from "../../i18n/say";
import { useDocuments, type OpenedDocument } from "../../lists/list/useDocuments";
import type { Rows } from "../../lists/list/useRows";
import { useSome } from "../../lists/list/useSome";
import { useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useMembers, usePeople } from "../../lists/people/people";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import { DATED, expiringOf, expiringSoon, lastDaysOf, latest, MOST_NAMED, SHOWN_LATEST, theseOf, VERIFIED_ONES, WITHHELD, type LastDay } from "./expiring";
import { ExpiryLine } from "./ExpiryLine";
import { Needs, type Need } from "./Needs";
import { NewMenu } from "./NewMenu";
import { RecentActivity } from "./RecentActivity";
import { RecentDocuments } from "./RecentDocuments";
import { SetUpList } from "./SetUpList";
import { begunOf, type Begun } from "./steps";
import { YourTasks } from "./YourTasks";
import { read } from "../../i18n/word";

/** More of them are better looked at together, on their own page. */
const MOST_FINDINGS = 3;

/** The bar of a phone has the same button. */
const wideOnly = styles["wideOnly"] ?? "";

interface DashboardProps {
  /** Below the tasks: what other features have to say. */
  children?: ReactNode;
}

export default function Dashboard({ children }: DashboardProps) {
  const say = useSay();
  const may = useMay();
  const today = useToday();
  const navigate = useNavigate();
  const { user, account } = useSignedIn();
  const { zone } = useDates();
  const { name: keys } = useKeyState();
  const ready = keys === "ready";
  const { answers, failure: failed, late, again, rows } = useDocuments();
  const { rows: soon, groups } = useSome(useMemo(() => expiringSoon(today), [today]), MOST_NAMED, rows);
  const expiring = useMemo(() => soon && expiringOf(soon, today), [soon, today]);
  const days = useMemo(() => lastDaysOf(groups, today), [groups, today]);
  const { rows: withheld, count: left } = useSome(WITHHELD, SHOWN_LATEST, rows);
  const { rows: newest } = useSome(latest, SHOWN_LATEST, rows);
  const [opened] = useState(() => lastOpened(account.id));
  const { rows: lately } = useSome(useMemo(() => theseOf(opened), [opened]), opened.length, rows);
  // What is here is shown before it is known whether anything else is missing.
  const documents = useMemo(() => newest && [...(withheld ?? []), ...(lately ?? []), ...newest], [withheld, lately, newest]);
  const needs = useNeeds();
  // A new account begins with what is left to set up, by those who have keys in it.
  const fresh = answers?.length === 0 && left === 0 && keys !== "keyless";
  const begun = useBegun(answers?.length, left, rows);
  // The session's name is the server's word; whoever has signed none is not called by one.
  const me = useMembers().find(({ id }) => id === user.id);
  const first = me?.standing === "signed" && me.name !== me.email ? me.name.split(/\s+/)[0] : undefined;

  return (
    <Page
      title={first ? greeting(say, zone, first) : say("nav.home", "Home")}
      place={say("nav.home", "Home")}
      padded
      actions={
        ready && (
          <>
            {may("document.create") && (
              <Button className={wideOnly} onPress={() => void navigate("/documents?upload=1")}>
                <Upload />
                {say("documents.upload", "Upload")}
              </Button>
            )}
            <NewMenu className={wideOnly} look={fresh ? "plain" : "primary"} />
          </>
        )
      }
    >
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        <Failed
          title={say("documents.failed", "The documents did not load")}
          message={failed.message}
          onRetry={again}
        />
      ) : may("document.read") && !expiring ? (
        <Skeleton lines={4} height={28} />
      ) : (
        expiring &&
        expiring.length > 0 && (
          <Card
            title={say("home.expiring", "Expiring in the next 12 months")}
            end={
              <span className={styles["ends"]}>
                <ExpiryPills days={days} />
                <ButtonLink size="small" href="/documents/expiring">
                  {say("home.openList", "Open list")}
                </ButtonLink>
              </span>
            }
          >
            <ExpiryLine documents={expiring} days={days} today={today} />
          </Card>
        )
      )}
      <Columns
        main={
          <>
            <Needs needs={needs} />
            {fresh && <SetUpList {...begun} first />}
            {may("task.read") && <YourTasks />}
            {ready && children}
            {!fresh && documents && <RecentDocuments documents={documents} opened={opened} />}
          </>
        }
        side={
          <>
            {!fresh && answers && <SetUpList {...begun} />}
            {may("audit.read") && <RecentActivity />}
          </>
        }
      />
    </Page>
  );
}

function greeting(say: ReturnType<typeof useSay>, zone: string, name: string): string {
  const hour = Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: zone }).format(new Date()));
  if (hour < 12) return say("home.morning", "Good morning, {name}", { name });
  return hour < 18 ? say("home.afternoon", "Good afternoon, {name}", { name }) : say("home.evening", "Good evening, {name}", { name });
}

function ExpiryPills({ days }: { days: readonly LastDay[] }) {
  const say = useSay();
  const countOf = (some: readonly LastDay[]) => some.reduce((sum, { count }) => sum + count, 0);
  const expired = countOf(days.filter(({ left }) => left < 0));
  const soon = countOf(days.filter(({ left }) => left >= 0 && left <= 60));
  return (
    <>
      {expired > 0 && <Pill tone="bad">{say("home.expired", "{count, number} expired", { count: expired })}</Pill>}
      {soon > 0 && <Pill tone="warn">{say("home.soon", "{count, number} within 60 days", { count: soon })}</Pill>}
    </>
  );
}

function useBegun(answered: number | undefined, withheld: number, rows: Rows<OpenedDocument>): Begun {
  const { rows: some, count: verified } = useSome(VERIFIED_ONES, 0, rows);
  const dated = useSome(DATED, 0, rows).count;
  return begunOf({ isClosed: Boolean(rows.closed), answered, found: some ? { verified, dated, withheld } : null });
}

/** What only this person can settle, the most urgent first. */
function useNeeds(): Need[] {
  const say = useSay();
  const overview = useOverview();
  // Only a device with keys knows whether its person kept the recovery key.
  const ready = useKeyState().name === "ready";
  const people = usePeople();
  const invitations = useMyInvitations();
  const { user } = useSignedIn();
  const { language } = useDates();
  const { data: findings } = useListFindingsInfiniteQuery();
  const needs: Need[] = [];

  const open = findings?.pages.flatMap(({ data }) => data).filter(({ state, userId }) => state === "open" && userId === user.id) ?? [];
  for (const finding of open.slice(0, MOST_FINDINGS))
    needs.push({
      id: finding.id,
      icon: ShieldAlert,
      ...findingWords(say, finding, language),
      act: finding.summaryKey === "impersonation" ? say("home.look", "View") : say("home.wasItYou", "Review"),
      href: "/security",
      told: true,
    });

  for (const { deviceId, userId } of overview?.waiting ?? [])
    needs.push({
      id: deviceId,
      icon: KeyRound,
      title:
        userId === user.id
          ? say("home.ownWaits", "Your new browser waits for approval")
          : say("home.waits", "{person} cannot read anything yet", {
              person: people.of(userId).name,
            }),
      // What a device is called is the server's word, and no part of a sentence.
      text: say("home.waitsHowOther", "Compare the safety code, then approve the new device."),
      act: say("home.compare", "Compare and approve"),
      href: "/keys",
    });

  for (const { deviceId, userId, own } of overview?.recovered ?? [])
    needs.push({
      id: deviceId,
      icon: KeyRound,
      title: own
        ? say("home.ownRecovered", "Your recovery key was used on a new browser")
        : say("home.recovered", "{person} used a recovery key and needs a code", { person: people.of(userId).name }),
      text: say("home.recoveredHow", "Read the safety code, or block the device."),
      act: say("home.readCode", "Read the code"),
      href: "/keys",
    });

  for (const { roleId } of overview?.restarts ?? [])
    needs.push({
      id: roleId,
      icon: KeyRound,
      title: say("home.restarted", "A role has a new key"),
      text: say("home.restartedHow", "Until you trust it, nothing that you save opens with it."),
      act: say("home.restartedAct", "See who did it"),
      href: "/keys",
    });

  const recovery = overview?.recovery;
  const due = ready && recovery && !recovery.savedAt && (!recovery.remindAt || recovery.remindAt <= new Date().toISOString());
  if (due)
    needs.push({
      id: "recovery",
      icon: KeyRound,
      title: say("home.recovery", "Your recovery key is not confirmed"),
      text: say("home.recoveryHow", "If you lose every device, it is the only way back to your documents."),
      act: say("home.recoveryTest", "Test your copy"),
      href: "/keys",
    });

  if (ready && people.of(user.id).standing === "unconfirmed")
    needs.push({
      id: "name",
      icon: CircleUser,
      title: say("self.nameUnconfirmed", "Others see your name as unconfirmed"),
      text: say("home.nameHow", "Sign the name and email that you go by now."),
      act: say("home.look", "View"),
      href: "/settings/me",
    });

  for (const { id, word: { accountName, inviterName } } of invitations)
    needs.push({
      id,
      icon: Bell,
      title: say("home.invited", "{inviter} invites you to {account}", { inviter: (inviterName && read(inviterName)) || say("audit.somebody", "Someone"), account: read(accountName) }),
      text: say("home.invitedHow", "You keep this account too."),
      act: say("home.look", "View"),
      href: "/invitations",
      told: true,
    });
  return needs;
}
