/** `/members`: who belongs here, what they may do, and whether they can read yet. */
import { Ellipsis, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";

import {
  useListInvitationsQuery,
  useListUsersQuery,
  useRoles,
  type Invitation,
  type Member,
} from "../../api/accounts";
import { failureOf, isForbidden } from "../../api/failure";
import { useOffer } from "../../commands/commands";
import { Button } from "../../components/Button";
import { Card, Line } from "../../components/Layout";
import { Avatar, Pill, RoleKey } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { tell, tellFailure } from "../../components/notices";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { dayAt, formatDay } from "../../dates/days";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { InviteDialog } from "./InviteDialog";
import { devicesOf, keyState, type MemberKeyState } from "./keyState";
import styles from "./Members.module.css";

export default function Members() {
  const say = useSay();
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data, isError, error, refetch } = useListUsersQuery({});
  const members: readonly Member[] | undefined = data?.data;
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const overview = useOverview();
  const [inviting, setInviting] = useState(false);
  const mayInvite = may("invitation.create");
  const pending = useMemo(() => invitations?.data.filter(({ state }) => state === "pending") ?? [], [invitations]);

  useOffer(
    mayInvite && ready
      ? [{ id: "invite", label: say("members.invite", "Invite"), icon: UserPlus, keys: "C", group: "new", run: () => setInviting(true) }]
      : [],
  );

  return (
    <Page
      title={say("nav.members", "Members")}
      count={members ? String(members.length) : undefined}
      padded
      actions={
        mayInvite && (
          <Button look="primary" isDisabled={!ready} onPress={() => setInviting(true)}>
            <UserPlus />
            {say("members.invite", "Invite")}
          </Button>
        )
      }
    >
      {isError ? (
        isForbidden(failureOf(error)) ? (
          <EmptyState title={say("members.forbidden", "Your role cannot see the members.")}>
            {say("audit.forbiddenHow", "An owner can give you another role.")}
          </EmptyState>
        ) : (
          <Failed
            title={say("members.failed", "The members did not load")}
            message={failureOf(error).message}
            requestId={failureOf(error).requestId}
            onRetry={() => void refetch()}
          />
        )
      ) : !members ? (
        <Skeleton lines={6} height={40} />
      ) : (
        <Card title={say("members.people", "People")}>
          {members.map((member) => (
            <MemberLine key={member.id} member={member} overview={overview} />
          ))}
        </Card>
      )}
      {pending.length > 0 && (
        <Card title={say("members.pending", "Invited")} end={<span className="hint num">{pending.length}</span>}>
          {pending.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} canAct={ready} />
          ))}
        </Card>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MemberLine({ member, overview }: { member: Member; overview: KeyOverview | undefined }) {
  const say = useSay();
  const { user } = useSignedIn();
  const { language } = useDates();
  const roles = useRoles();
  const reads = member.readsRoleIds.filter((id) => id !== member.roleId);
  const roleName = (id: string) => roles.find((role) => role.id === id)?.name;
  return (
    <Line className={styles["member"]}>
      <Avatar id={member.id} name={member.name || member.email} large />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{member.name || member.email}</bdi>
          {member.id === user.id && <span className="hint"> {say("members.you", "you")}</span>}
        </b>
        <span className="hint clip">
          <bdi>{member.email}</bdi>
        </span>
      </span>
      <span className={styles["roles"]}>
        <RoleKey>{roleName(member.roleId) ?? member.role}</RoleKey>
        {reads.map((id) => roleName(id)).map((name) => name && <RoleKey key={name}>{name}</RoleKey>)}
      </span>
      <span className={styles["devices"]}>
        {say("access.devices", "{count, plural, one {# device} other {# devices}}", {
          count: member.deviceCount ?? devicesOf(member.id, overview),
        })}
        {member.lastSeenAt && (
          <time className="hint" dateTime={member.lastSeenAt}>
            {relativeMoment(member.lastSeenAt, new Date(), language)}
          </time>
        )}
      </span>
      <KeyPill state={keyState(member, overview)} />
    </Line>
  );
}

function KeyPill({ state }: { state: MemberKeyState }) {
  const say = useSay();
  switch (state) {
    case "reads":
      return <Pill tone="ok">{say("members.reads", "Can read")}</Pill>;
    case "waiting":
      return <Pill tone="warn">{say("members.waiting", "Waiting for approval")}</Pill>;
    case "compare":
      return <Pill tone="warn">{say("members.compare", "Compare safety code")}</Pill>;
    case "unverified":
      return <Pill tone="info">{say("members.unverified", "Not verified")}</Pill>;
    case "noDevice":
      return <Pill>{say("members.noDevice", "No device yet")}</Pill>;
  }
}

function InvitationLine({ invitation, canAct }: { invitation: Invitation; canAct: boolean }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const keyring = useKeyring();
  const { refetch } = useListInvitationsQuery({});

  async function copy() {
    try {
      await navigator.clipboard.writeText(await keyring.invitationLink(invitation.id));
      tell({ title: say("members.linkCopied", "Link copied") });
    } catch (reason) {
      tellFailure(say("members.noLink", "This link cannot be shown here"), failureOf(reason).message);
    }
  }

  async function cancel() {
    try {
      await keyring.cancelInvitation(invitation.id);
      tell({ title: say("members.cancelled", "Invitation cancelled") });
      await refetch();
    } catch (reason) {
      tellFailure(say("members.notCancelled", "The invitation was not cancelled"), failureOf(reason).message);
    }
  }

  const until = formatDay(dayAt(new Date(invitation.expiresAt), dates.zone), dates);
  return (
    <Line className={styles["member"]}>
      <Avatar id={invitation.id} name={invitation.email} large />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{invitation.email}</bdi>
        </b>
        <span className="hint">{say("members.until", "Valid until {day}", { day: until })}</span>
      </span>
      <span className={styles["roles"]}>
        <RoleKey>{invitation.roleName}</RoleKey>
      </span>
      <span className={styles["devices"]} />
      {canAct && (
        <Menu
          label={say("documents.menu", "More actions")}
          trigger={
            <Button look="quiet" size="small" icon aria-label={say("members.menu", "Invitation of {email}", { email: invitation.email })}>
              <Ellipsis />
            </Button>
          }
        >
          {Boolean(invitation.pairing) && (
            <MenuItem label={say("members.copyLink", "Copy secure link")} onAction={() => void copy()} />
          )}
          {may("invitation.cancel") && (
            <MenuItem destroys writes label={say("members.cancel", "Cancel invitation")} onAction={() => void cancel()} />
          )}
        </Menu>
      )}
    </Line>
  );
}
