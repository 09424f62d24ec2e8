/** Entries as a list by day, and the open one beside it: the same for the account and for oneself. */
import { useCallback, useMemo } from "react";

import { failureOf, type ApiFailure } from "../../api/failure";
import type { AuditEntry } from "../../api/oversight";
import { actionWords, actorName } from "../../audit/words";
import { Button } from "../../components/Button";
import { Grid } from "../../components/collection/Grid";
import { Beside } from "../../components/collection/SidePanel";
import { EmptyState, Failed, SkeletonRows } from "../../components/States";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { auditColumns, NarrowEntry } from "./columns";
import { EntryPanel } from "./EntryPanel";
import { Histogram } from "./Histogram";
import { namesIn } from "./targets";
import type { NameOf } from "./useTargetNames";

/** As much of a list of pages as is needed to show it. */
export interface EntryPages {
  isError: boolean;
  error?: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface AuditListProps {
  pages: EntryPages;
  entries: readonly AuditEntry[] | undefined;
  nameOf: NameOf;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onTarget?: ((id: string) => void) | undefined;
  /** Clears what narrows the list; nothing while nothing does. */
  onClear?: (() => void) | undefined;
}

export function AuditList({ pages, entries, nameOf, openId, onOpen, onTarget, onClear }: AuditListProps) {
  const say = useSay();
  const dates = useDates();
  const columns = useMemo(() => auditColumns(say, dates, nameOf), [say, dates, nameOf]);
  const groupOf = useCallback((entry: AuditEntry) => formatDay(dayAt(new Date(entry.at), dates.zone), dates), [dates]);
  const place = entries?.findIndex(({ id }) => id === openId) ?? -1;
  const open = entries?.[place];
  const stepTo = (entry: AuditEntry | undefined) => (entry ? () => onOpen(entry.id) : undefined);

  if (pages.isError && !entries) return <DidNotLoad failure={failureOf(pages.error)} onRetry={() => void pages.refetch()} />;
  return (
    <>
      {entries && entries.length > 1 && (
        <div className={styles["above"]}>
          <Histogram entries={entries} openId={openId} />
        </div>
      )}
      <Beside
        list={
          !entries ? (
            <SkeletonRows />
          ) : entries.length === 0 ? (
            <NothingHere onClear={onClear} />
          ) : (
            <Grid<AuditEntry>
              name="audit"
              label={say("nav.audit", "Audit log")}
              rows={entries}
              columns={columns}
              rowId={entryId}
              rowLabel={(entry) => [actorName(say, entry), actionWords(say, entry), ...namesIn(entry, nameOf)].join(" ")}
              narrow={(entry) => <NarrowEntry entry={entry} nameOf={nameOf} />}
              groupOf={groupOf}
              openId={openId}
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
              nameOf={nameOf}
              onClose={() => onOpen(null)}
              onTarget={onTarget}
              onPrevious={stepTo(entries?.[place - 1])}
              onNext={stepTo(entries?.[place + 1])}
            />
          )
        }
      />
    </>
  );
}

const entryId = ({ id }: AuditEntry) => id;

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
      requestId={failure.requestId}
      onRetry={onRetry}
    />
  );
}
