/** `/audit`: everything that happened, newest first, with the place of each entry in the signed log. */
import { Hash, ShieldAlert, User } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

import { useListMembersQuery } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import {
  useListAuditEntriesInfiniteQuery,
  useListSuspiciousActivitiesQuery,
  type AuditEntry,
  type AuditFilter,
} from "../../api/oversight";
import { actionWords, actorName } from "../../audit/words";
import type { Column } from "../../components/collection/columns";
import { FilterChip } from "../../components/collection/FilterRow";
import { Grid } from "../../components/collection/Grid";
import { Beside } from "../../components/collection/SidePanel";
import { Banner } from "../../components/Layout";
import { Avatar, Pill } from "../../components/Marks";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { dayAt, formatDay, type DateSettings } from "../../dates/days";
import { formatTime, latin } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import { useDates, useMay } from "../../session/useSession";
import styles from "./Audit.module.css";
import { EntryPanel } from "./EntryPanel";
import { shortHash } from "./hash";
import { Histogram } from "./Histogram";

const OUTCOMES = ["success", "failure", "denied"] as const;

export default function Audit() {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const [query, setQuery] = useSearchParams();
  const actorId = query.get("actor") ?? undefined;
  const targetId = query.get("target") ?? undefined;
  const outcome = query.get("outcome") ?? undefined;
  const filter = useMemo<AuditFilter>(() => ({ actorId, targetId, outcome }), [actorId, targetId, outcome]);
  const audit = useListAuditEntriesInfiniteQuery(filter);
  const { data: members = [] } = useListMembersQuery(undefined, { skip: !may("member.list") });
  const { data: odd = [] } = useListSuspiciousActivitiesQuery(undefined, { skip: !may("security.read") });
  const entries = useMemo(() => audit.data?.pages.flatMap((page) => page.data), [audit.data]);
  const columns = useMemo(() => auditColumns(say, dates), [say, dates]);
  const openId = query.get("open");
  const open = entries?.find(({ id }) => id === openId);

  const set = useCallback(
    (name: string, value: string | null | undefined) =>
      setQuery(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setQuery],
  );

  if (audit.isError && failureOf(audit.error).code === "permission_denied")
    return (
      <Page title={say("nav.audit", "Audit log")}>
        <EmptyState title={say("audit.forbidden", "Your role cannot see the audit log.")}>
          {say("audit.forbiddenHow", "An owner can give you another role.")}
        </EmptyState>
      </Page>
    );

  const unresolved = odd.filter(({ state }) => state === "open").length;
  return (
    <Page
      title={say("nav.audit", "Audit log")}
      actions={
        unresolved > 0 && (
          <Pill tone="bad">
            <ShieldAlert />
            {say("audit.odd", "{count, plural, one {# suspicious activity} other {# suspicious activities}}", {
              count: unresolved,
            })}
          </Pill>
        )
      }
      filters={
        <>
          <FilterChip
            icon={User}
            label={say("audit.actor", "Actor")}
            options={members.map(({ id, name }) => ({ value: id, label: name }))}
            value={actorId ? [actorId] : []}
            onChange={(ids) => set("actor", ids.at(-1))}
          />
          <FilterChip
            icon={Hash}
            label={say("audit.outcome", "Outcome")}
            options={OUTCOMES.map((value) => ({ value, label: outcomeWord(say, value) }))}
            value={OUTCOMES.filter((value) => value === outcome)}
            onChange={(values) => set("outcome", values.at(-1))}
          />
          {targetId && (
            <FilterChip
              label={say("audit.oneObject", "One object")}
              options={[{ value: targetId, label: say("audit.oneObject", "One object") }]}
              value={[targetId]}
              onChange={() => set("target", null)}
            />
          )}
        </>
      }
    >
      <div className={styles["above"]}>
        {entries && entries[0] && (
          <Banner tone="trust">
            <b>
              {say("audit.chain", "{count, plural, one {# entry} other {# entries}} shown.", { count: entries.length })}
            </b>{" "}
            {say("audit.leaf", "Each is a leaf of the account's log and carries its hash; none can change unseen.")}
          </Banner>
        )}
        {entries && entries.length > 0 && <Histogram entries={entries} openId={openId} />}
      </div>
      <Beside
        list={
          audit.isError ? (
            <Failed
              title={say("audit.failed", "The audit log did not load")}
              message={failureOf(audit.error).message}
              requestId={failureOf(audit.error).requestId}
              onRetry={() => void audit.refetch()}
            />
          ) : !entries ? (
            <Skeleton lines={12} />
          ) : entries.length === 0 ? (
            <EmptyState title={say("documents.noMatch", "No match")} />
          ) : (
            <Grid<AuditEntry>
              name="audit"
              label={say("nav.audit", "Audit log")}
              rows={entries}
              columns={columns}
              rowId={entryId}
              rowLabel={(entry) => `${actorName(say, entry)} ${actionWords(say, entry)}`}
              narrow={(entry) => <NarrowEntry entry={entry} />}
              groupOf={(entry) => formatDay(dayAt(new Date(entry.at), dates.zone), dates)}
              openId={openId}
              onOpen={(id) => set("open", id)}
              onEnd={() => audit.hasNextPage && !audit.isFetchingNextPage && void audit.fetchNextPage()}
              beside={Boolean(open)}
            />
          )
        }
        panel={
          open && (
            <EntryPanel
              entry={open}
              onClose={() => set("open", null)}
              onTarget={(id) => {
                set("target", id);
              }}
            />
          )
        }
      />
    </Page>
  );
}

const entryId = ({ id }: AuditEntry) => id;

function outcomeWord(say: Say, outcome: (typeof OUTCOMES)[number]): string {
  switch (outcome) {
    case "success":
      return say("audit.success", "Done");
    case "failure":
      return say("audit.failure", "Failed");
    case "denied":
      return say("audit.denied", "Refused");
  }
}

function auditColumns(say: Say, dates: DateSettings): Column<AuditEntry>[] {
  return [
    {
      id: "time",
      header: say("audit.time", "Time"),
      width: 84,
      fixed: true,
      cell: ({ at }) => (
        <time className="quiet" dateTime={at}>
          {formatTime(at, dates, true)}
        </time>
      ),
    },
    {
      id: "actor",
      header: say("audit.actor", "Actor"),
      width: 180,
      cell: (entry) => (
        <>
          <Avatar id={entry.actor.id ?? "system"} name={actorName(say, entry)} />
          <b className="clip">
            <bdi>{actorName(say, entry)}</bdi>
          </b>
        </>
      ),
    },
    {
      id: "action",
      header: say("audit.action", "Action"),
      width: 200,
      grows: true,
      fixed: true,
      cell: (entry) => (
        <span className="clip quiet">
          {actionWords(say, entry)}
          {entry.outcome !== "success" && <b className={styles["refused"]}> {outcomeWord(say, entry.outcome)}</b>}
        </span>
      ),
    },
    {
      id: "position",
      header: say("audit.position", "Position"),
      width: 84,
      wideOnly: true,
      cell: ({ position }) => <span className="hint num">{new Intl.NumberFormat(latin(dates.language)).format(position)}</span>,
    },
    {
      id: "chain",
      header: say("audit.leafHash", "Chain"),
      width: 100,
      cell: ({ leafHashB64u }) => <span className={styles["hash"]}>{shortHash(leafHashB64u)}</span>,
    },
  ];
}

function NarrowEntry({ entry }: { entry: AuditEntry }) {
  const say = useSay();
  return (
    <>
      <span className={styles["narrow"]} role="gridcell">
        <Avatar id={entry.actor.id ?? "system"} name={actorName(say, entry)} />
        <span>
          <b className="clip">{actorName(say, entry)}</b>
          <span className="hint clip">{actionWords(say, entry)}</span>
        </span>
      </span>
      <span role="gridcell" className={styles["hash"]}>
        {shortHash(entry.leafHashB64u)}
      </span>
    </>
  );
}
