/** `/security`: suspicious activity of the user and, with the permission, of members. */
import { ShieldCheck } from "lucide-react";
import { useMemo } from "react";

import type { AuditEntry } from "../../api/oversight";
import { useListFindingsInfiniteQuery, useListOwnEntriesQuery, type SuspiciousActivity } from "../../api/security";
import type { ApiFailure } from "../../api/failure";
import { held } from "../../api/held";
import { Button, ButtonLink } from "../../components/Button";
import { Banner, Card, CardBody } from "../../components/Layout";
import { Columns, Page } from "../../components/Page";
import { EmptyState, Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { usePeople } from "../../lists/people/people";
import { useSignedIn } from "../../session/useSession";
import { Entries } from "./Entries";
import { FindingCard } from "./FindingCard";
import { SecureCard } from "./SecureCard";
import styles from "./Security.module.css";

const RECENT = 8;
/** Of what one did, the part at the door; the audit log has all of it. */
const atTheDoor = ({ category, actor }: AuditEntry) => category === "auth" && actor.type === "user";

export default function Security() {
  const say = useSay();
  const { user } = useSignedIn();
  const pages = useListFindingsInfiniteQuery();
  const { data, failure, late, again } = held(pages);
  const findings = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const urgent = findings?.some(({ state, userId }) => state === "open" && userId === user.id) ?? false;
  return (
    <Page fromServer title={say("nav.security", "Security")} padded>
      <Columns
        main={
          failure ? (
            <DidNotLoad failure={failure} onRetry={again} />
          ) : !findings ? (
            <Skeleton lines={6} />
          ) : (
            <>
              {late && <NotRefreshed onRetry={again} />}
              <Findings findings={findings} />
              {pages.hasNextPage && (
                <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
                  {say("security.earlier", "Show earlier")}
                </Button>
              )}
            </>
          )
        }
        side={
          <>
            <SecureCard urgent={urgent} />
            <OwnActivity />
          </>
        }
      />
    </Page>
  );
}

function Findings({ findings }: { findings: readonly SuspiciousActivity[] }) {
  const say = useSay();
  const { user } = useSignedIn();
  // By the name that is signed; one that nobody has signed says so.
  const people = usePeople().list;
  const open = findings.filter(({ state }) => state === "open").length;

  if (findings.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title={say("security.none", "No suspicious activity")}>
        {say("security.noneWhat", "Guessed passwords, new devices and copied sessions appear here. We also email the person concerned.")}
      </EmptyState>
    );
  const personOf = ({ userId }: SuspiciousActivity) =>
    userId === null || userId === user.id ? undefined : (people.find(({ id }) => id === userId)?.name ?? say("security.member", "A member"));
  return (
    <>
      {open > 0 && (
        <Banner tone="warn" title={say("security.open", "{count, plural, one {# thing} other {# things}} to review", { count: open })}>
          {say("security.openWhat", "Tell us whether it was you. If it was not, secure your sign-in.")}
        </Banner>
      )}
      {findings.map((finding) => (
        <FindingCard key={finding.id} finding={finding} person={personOf(finding)} />
      ))}
    </>
  );
}

function OwnActivity() {
  const say = useSay();
  const { data, failure: failed, late, again } = held(useListOwnEntriesQuery());
  const entries = data?.filter(atTheDoor).slice(0, RECENT);
  return (
    <Card
      title={say("security.recent", "Your latest sign-ins")}
      end={
        <ButtonLink look="quiet" size="small" href="/audit?view=me">
          {say("nav.audit", "Audit log")}
        </ButtonLink>
      }
    >
      <CardBody>
        {late && <NotRefreshed onRetry={again} />}
        {failed ? (
          <Failed title={say("audit.failed", "The audit log did not load")} onRetry={again} />
        ) : !entries ? (
          <Skeleton lines={4} />
        ) : entries.length === 0 ? (
          <p className={styles["text"]}>{say("audit.empty", "Nothing has happened yet")}</p>
        ) : (
          <Entries entries={entries} />
        )}
      </CardBody>
    </Card>
  );
}

function DidNotLoad({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const say = useSay();
  return <Failed title={say("security.failed", "This page did not load")} message={failure.message} told={failure} onRetry={onRetry} />;
}
