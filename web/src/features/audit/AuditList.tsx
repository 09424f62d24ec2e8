/** Entries grouped by day, with the open one beside them; used for both logs. */
import { useCallback, useEffect, useMemo } from "react";

import type { ApiFailure } from "../../api/failure";
import { held, type Asked } from "../../api/held";
import type { AuditEntry } from "../../api/oversight";
import { useActorName } from "../../lists/activity/actors";
import type { NameOf } from "../../lists/activity/useTargetNames";
import { Button } from "../../components/Button";
import { Grid } from "../../components/collection/Grid";
import { Beside } from "../../components/collection/SidePanel";
import { EmptyState, Failed, NotRefreshed, SkeletonRows } from "../../components/States";
import { part } from "../../components/part";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import type { EntryProofs } from "../../keyring/sealedLog/useEntryProofs";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { auditColumns, NarrowEntry, rowWords } from "./columns";
import { Histogram } from "./Histogram";
import { rollUp, type LogRow } from "./rollUp";
import type { ProofsById } from "./standing";

/** Most people read the list. */
const EntryPanel = part(() => import("./EntryPanel"));

const NONE: readonly AuditEntry[] = [];
const NOT_CHECKED: ProofsById = new Map();

/** Fewer rows do not fill the screen. */
const FEW = 40;

/** As much of a list of pages as is needed to show it. */
export interface EntryPages extends Omit<Asked<unknown>, "data"> {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface AuditListProps {
  pages: EntryPages;
  entries: readonly AuditEntry[] | undefined;
  nameOf: NameOf;
  /** What this device has checked; nothing where nothing is checked. */
  proofs?: EntryProofs | undefined;
  /** Also what browsers do by themselves. */
  automatic: boolean;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onTarget?: ((id: string) => void) | undefined;
  /** Clears what narrows the list; nothing while nothing does. */
  onClear?: (() => void) | undefined;
}

export function AuditList({ pages, entries, nameOf, proofs, automatic, openId, onOpen, onTarget, onClear }: AuditListProps) {
  const say = useSay();
  const dates = useDates();
  const called = useActorName();
  const byId = proofs?.entries ?? NOT_CHECKED;
  const columns = useMemo(() => auditColumns(say, dates, nameOf, called, byId), [say, dates, nameOf, called, byId]);
  const { rows, folded } = useMemo(() => rollUp(entries ?? NONE, dates.zone, { automatic }), [entries, dates.zone, automatic]);
  const groupOf = useCallback(
    ({ entry }: LogRow) => {
      const day = dayAt(new Date(entry.at), dates.zone);
      const count = folded.get(day);
      const written = formatDay(day, dates);
      return count === undefined
        ? written
        : say("audit.dayFolded", "{day} · {count, plural, one {# automatic entry} other {# automatic entries}} hidden", { day: written, count });
    },
    [say, dates, folded],
  );
  // A whole page can be folded away, and then the end of the list does not move.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const more = hasNextPage && !isFetchingNextPage && rows.length < FEW;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);

  const place = rows.findIndex(({ entries: some }) => some.some(({ id }) => id === openId));
  const row = rows[place];
  // What is folded opens by its address too.
  const open = row?.entries.find(({ id }) => id === openId) ?? entries?.find(({ id }) => id === openId);
  const stepTo = (to: LogRow | undefined) => (to ? () => onOpen(to.entry.id) : undefined);

  const { failure, late, again } = held({ ...pages, data: entries });
  if (failure) return <DidNotLoad failure={failure} onRetry={again} />;
  return (
    <>
      {late && <NotRefreshed onRetry={again} />}
      {entries && entries.length > 1 && (
        <div className={styles["above"]}>
          <Histogram entries={entries} openId={openId} />
        </div>
      )}
      <Beside
        openId={openId}
        list={
          !entries ? (
            <SkeletonRows />
          ) : entries.length === 0 ? (
            <NothingHere onClear={onClear} />
          ) : (
            <Grid<LogRow>
              name="audit"
              label={say("nav.audit", "Audit log")}
              rows={rows}
              columns={columns}
              rowId={rowId}
              rowLabel={(one) => rowWords(say, one, nameOf, called).join(" ")}
              narrow={(one) => <NarrowEntry row={one} nameOf={nameOf} proofs={byId} />}
              groupOf={groupOf}
              openId={row ? rowId(row) : openId}
              onOpen={onOpen}
              onEnd={() => pages.hasNextPage && !pages.isFetchingNextPage && void pages.fetchNextPage()}
              beside={Boolean(open)}
            />
          )
        }
        panel={
          open && (
            <EntryPanel
              entry={open}
              together={row?.entries ?? NONE}
              nameOf={nameOf}
              {...(proofs ? { proof: byId.get(open.id), checked: proofs.checked } : {})}
              onClose={() => onOpen(null)}
              onOpen={onOpen}
              onTarget={onTarget}
              onPrevious={stepTo(rows[place - 1])}
              onNext={stepTo(place < 0 ? undefined : rows[place + 1])}
            />
          )
        }
      />
    </>
  );
}

const rowId = ({ entry }: LogRow) => entry.id;

function NothingHere({ onClear }: { onClear: (() => void) | undefined }) {
  const say = useSay();
  return onClear ? (
    <EmptyState
      title={say("documents.noMatch", "No results")}
      actions={<Button onPress={onClear}>{say("documents.clearFilters", "Clear filters")}</Button>}
    />
  ) : (
    <EmptyState title={say("audit.empty", "Nothing has happened yet")}>
      {say("audit.emptyWhat", "Everything that happens in this account is recorded here and cannot be changed.")}
    </EmptyState>
  );
}

function DidNotLoad({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const say = useSay();
  return (
    <Failed
      title={say("audit.failed", "The audit log did not load")}
      message={failure.message}
      told={failure}
      onRetry={onRetry}
    />
  );
}
