/** `/bin`: what was deleted in the last thirty days, of every kind, and the two ways out. */
import { RotateCcw, Trash2 } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";

import { FilterSpace } from "../../components/collection/FilterRow";
import { Grid } from "../../components/collection/Grid";
import type { Column } from "../../components/collection/columns";
import { keepVisible, NOTHING, type Selection } from "../../components/collection/selection";
import { ConfirmDialog } from "../../components/Dialog";
import { tell } from "../../components/notices";
import { Page } from "../../components/Page";
import { SearchField } from "../../components/SearchField";
import { EmptyState, Failed, NotRefreshed, SkeletonRows } from "../../components/States";
import { dayAt, relativeDay } from "../../dates/days";
import { latin } from "../../dates/moments";
import { matches } from "../../components/commands/matching";
import { KIND_ICONS, kindWord } from "../../lists/finding/kindWords";
import { useSay } from "../../i18n/say";
import type { BulkHooks, BulkResult } from "../../lists/bulk";
import { BulkRun, type Doing } from "../../lists/BulkRun";
import styles from "../../lists/Items.module.css";
import { useRoleNames } from "../../lists/people/people";
import { ItemName, Nothing, titleOf } from "../../lists/marks";
import { SignedTime } from "../../lists/SignedTime";
import { useDates, useMay, useToday } from "../../session/useSession";
import { useBin, type BinItem, type BinnedKinds, type BinRow } from "./useBin";

const SOONEST_FIRST = [{ id: "left", desc: false }];

export default function Bin({ kinds }: { kinds: BinnedKinds }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const roles = useRoleNames();
  const today = useToday();
  const { rows, failure, late, retry, restore, purge } = useBin(kinds);
  const [typed, setTyped] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [asked, setAsked] = useState<{ count: number; go: () => void; leave: () => void } | null>(null);
  const agreed = useRef(false);

  const nameOf = useCallback(
    (row: BinRow) => titleOf(row, row.title, say("bin.broken", "This cannot be opened"), say, roles),
    [say, roles],
  );
  const columns = useMemo<Column<BinRow>[]>(() => {
    const words = new Intl.Collator(dates.language, { numeric: true, sensitivity: "base" });
    return [
      {
        id: "name",
        header: say("documents.name", "Name"),
        width: 240,
        grows: true,
        fixed: true,
        compare: (a, b) => words.compare(nameOf(a), nameOf(b)),
        cell: (row) => {
          const Icon = KIND_ICONS[row.kind];
          return <ItemName opening={row.opening} title={nameOf(row)} tile={<Icon />} />;
        },
      },
      {
        id: "kind",
        header: say("contacts.kind", "Kind"),
        width: 140,
        compare: (a, b) => words.compare(kindWord(say, a.kind), kindWord(say, b.kind)),
        cell: ({ kind }) => <span className="quiet">{kindWord(say, kind)}</span>,
      },
      {
        id: "deleted",
        header: say("bin.deleted", "Deleted"),
        width: 150,
        wideOnly: true,
        compare: (a, b) => (a.item.updatedAt ?? "").localeCompare(b.item.updatedAt ?? ""),
        cell: ({ item }) => <SignedTime at={item.updatedAt} language={dates.language} />,
      },
      {
        id: "left",
        header: say("bin.left", "Deleted for good"),
        width: 150,
        compare: (a, b) => (a.keptUntil?.getTime() ?? 0) - (b.keptUntil?.getTime() ?? 0),
        cell: ({ keptUntil }) =>
          keptUntil ? <time dateTime={keptUntil.toISOString()}>{relativeDay(dayAt(keptUntil, dates.zone), today, dates.language)}</time> : <Nothing />,
      },
    ];
  }, [say, dates, today, nameOf]);

  const shown = useMemo(() => rows?.filter(({ title }) => !typed.trim() || matches(title ?? "", typed)), [rows, typed]);
  const selected = (shown ?? []).filter(({ id }) => selection.ids.has(id)).map((row) => ({ ...row, item: { ...row.item, kind: row.kind } }));
  const ordered = useCallback((ids: string[]) => setSelection((now) => keepVisible(now, ids)), []);

  const bringBack = async (items: readonly BinItem[], hooks: BulkHooks): Promise<BulkResult<BinItem>> => {
    const result = await restore(items, hooks);
    const count = result.done.length;
    if (count > 0) tell({ title: say("bin.restored", "{count, plural, one {# item} other {# items}} restored", { count }) });
    return result;
  };
  /** Nothing brings it back, so that a person says yes to the number first. */
  const destroy = async (items: readonly BinItem[], hooks: BulkHooks): Promise<BulkResult<BinItem>> => {
    agreed.current = false;
    await new Promise<void>((leave) => {
      setAsked({ count: items.length, leave, go: () => (agreed.current = true) });
    });
    setAsked(null);
    return agreed.current ? purge(items, hooks) : { done: [], refused: [] };
  };
  const doings: Doing<BinItem>[] = [
    ...(kinds.some(({ kind }) => may(`${kind}.delete`))
      ? [{ icon: RotateCcw, label: say("bin.restore", "Restore"), running: say("bin.restoring", "Restoring"), act: bringBack, writes: true }]
      : []),
    ...(kinds.some(({ kind }) => may(`${kind}.purge`))
      ? [
          {
            icon: Trash2,
            label: say("bin.purge", "Delete for good"),
            running: say("bulk.deleting", "Deleting"),
            act: destroy,
            writes: true,
            destroys: true,
          },
        ]
      : []),
  ];

  return (
    <Page
      title={say("nav.bin", "Bin")}
      count={shown && shown.length > 0 ? new Intl.NumberFormat(latin(dates.language)).format(shown.length) : undefined}
      filters={
        rows && rows.length > 0 ? (
          <>
            <p className="hint">{say("bin.how", "Deleted items stay here for 30 days, then they are deleted for good.")}</p>
            <FilterSpace />
            <span data-list-search>
              <SearchField label={say("documents.find", "Filter this list")} value={typed} onChange={setTyped} />
            </span>
          </>
        ) : undefined
      }
    >
      {late && <NotRefreshed onRetry={retry} />}
      {failure ? (
        <Failed
          title={say("bin.failed", "The bin did not load")}
          message={failure.message}
          told={failure}
          onRetry={retry}
        />
      ) : !shown || !rows ? (
        <SkeletonRows />
      ) : rows.length === 0 ? (
        <EmptyState icon={Trash2} title={say("bin.empty", "The bin is empty")}>
          {say("bin.how", "Deleted items stay here for 30 days, then they are deleted for good.")}
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title={say("documents.noMatch", "No results")} />
      ) : (
        <Grid<BinRow>
          name="bin"
          label={say("nav.bin", "Bin")}
          rows={shown}
          columns={columns}
          rowId={({ id }) => id}
          rowLabel={nameOf}
          narrow={(row) => {
            const Icon = KIND_ICONS[row.kind];
            return (
              <span className={styles["narrow"]} role="gridcell">
                <Icon />
                <span className={styles["narrowText"]}>
                  <b className="clip">
                    <bdi>{nameOf(row)}</bdi>
                  </b>
                  <span className="hint clip">
                    {kindWord(say, row.kind)}
                    {row.keptUntil && ` · ${relativeDay(dayAt(row.keptUntil, dates.zone), today, dates.language)}`}
                  </span>
                </span>
              </span>
            );
          }}
          sort={SOONEST_FIRST}
          selection={selection}
          onSelection={setSelection}
          // What lies in the bin is not read there: whoever wants to know takes it out.
          onOpen={() => undefined}
          onOrder={ordered}
        />
      )}
      <BulkRun
        doings={doings}
        count={selected.length}
        read={() => selected}
        isAll={selected.length === shown?.length}
        leftAsTheyWere={(count) => say("bin.refused", "{count, plural, one {# item was} other {# items were}} not changed", { count })}
        onClear={() => setSelection(NOTHING)}
      />
      {asked && (
        <ConfirmDialog
          title={say("bin.ask", "Delete for good?")}
          isOpen
          onClose={asked.leave}
          confirm={say("bin.purgeCount", "Delete {count, plural, one {# item} other {# items}} for good", { count: asked.count })}
          onConfirm={asked.go}
        >
          <p>{say("bin.askHow", "Their keys are deleted now. They cannot be opened or restored, not even by us.")}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
