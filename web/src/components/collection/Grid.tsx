/**
 * The one list of the product: an ARIA grid with one tab stop that draws only the rows in view.
 *
 * It sorts, selects and moves the focus; what a row is, it does not know.
 */
import { useTable, type RowData } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode } from "react";

import { usePreferences } from "../../preferences/preferences";
import { useFetchAhead } from "../fetchAhead";
import { useCompact, useNarrow } from "../useNarrow";
import { useOfflineReason } from "../useOnline";
import {
  arrange,
  definitions,
  features,
  keepArrangement,
  pinnedFirst,
  pinOffsets,
  recallArrangement,
  tracks,
  type Arrangement,
  type Column,
} from "./columns";
import styles from "./Grid.module.css";
import { EDITING } from "./editCells";
import { GridHeader } from "./GridHeader";
import { GridGroup, GridRow } from "./GridRow";
import { gridAct } from "./keys";
import { extendTo, NOTHING, selectAll, toggle, type Selection } from "./selection";
import { useCellEditing, type Cell, type SaveCell } from "./useCellEditing";
import type { Onward } from "./CellEditor";

export interface GridProps<Row> {
  /** Under which the arrangement of the columns is kept. */
  name: string;
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** What the row is called, for those who hear it. */
  rowLabel: (row: Row) => string;
  /** Changes when another person changed the row. */
  rowVersion?: (row: Row) => number;
  /** The same row in two lines, for narrow screens. */
  narrow: (row: Row) => ReactNode;
  groupOf?: (row: Row) => string;
  sort?: Arrangement["sort"];
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  openId?: string | null;
  onOpen: (id: string | null) => void;
  onOpenPage?: (id: string) => void;
  /** Saves a cell that was changed in place. */
  onSaveCell?: SaveCell<Row>;
  rowMenu?: (row: Row) => ReactNode;
  /** A panel stands beside it. */
  beside?: boolean;
  onOrder?: (ids: string[]) => void;
  onEnd?: () => void;
  /** Files are carried over this row, or over none. */
  onDragOver?: (id: string | null) => void;
  /** Where dropped files would go. */
  dropId?: string | null;
  /** Moves there when it changes. */
  revealId?: string | null;
}

const NO_PINS: Record<string, number> = {};
const NARROW = { template: "minmax(0, 1fr) auto", narrowest: 0 };
const HEADER_PX = 34;
const GROUP_PX = 32;

type Entry<Row> = { group: string } | { row: Row; id: string; index: number };

export function Grid<Row extends RowData>(props: GridProps<Row>) {
  const { name, label, rows, columns, rowId, rowLabel, rowVersion, narrow, groupOf, rowMenu } = props;
  const { selection = NOTHING, onSelection, openId = null, onOpen, onOpenPage, beside, onOrder, onEnd } = props;
  const { onDragOver, dropId = null, revealId = null, onSaveCell } = props;
  const { density, letters } = usePreferences();
  const isNarrow = useNarrow();
  const isCompact = useCompact();
  const rowPx = isNarrow ? 64 : density === "compact" ? 32 : 40;

  const defaultSort = useRef(props.sort ?? []);
  const [arrangement, setArrangement] = useState(() => arrange(columns, recallArrangement(name), defaultSort.current));
  const rearrange = useCallback(
    (change: Partial<Arrangement>) => setArrangement((current) => ({ ...current, ...change })),
    [],
  );
  useEffect(() => keepArrangement(name, arrangement), [name, arrangement]);

  const tableColumns = useMemo(() => definitions(columns), [columns]);
  const table = useTable<typeof features, Row>({
    features,
    columns: tableColumns,
    data: rows,
    getRowId: (row: Row) => rowId(row),
    enableSortingRemoval: false,
    state: {
      sorting: arrangement.sort,
      columnOrder: pinnedFirst(arrangement),
      columnSizing: arrangement.widths,
      columnVisibility: Object.fromEntries(
        columns.map(({ id, wideOnly }) => [id, !arrangement.hidden[id] && !((beside || isCompact) && wideOnly)]),
      ),
    },
  });

  const sorted = table.getRowModel().rows;
  const order = useMemo(() => sorted.map(({ id }) => id), [sorted]);
  useEffect(() => onOrder?.(order), [order, onOrder]);

  const entries = useMemo<Entry<Row>[]>(() => {
    const list: Entry<Row>[] = [];
    let last: string | undefined;
    sorted.forEach(({ original, id }, index) => {
      const group = groupOf?.(original);
      if (group !== undefined && group !== last) list.push({ group: (last = group) });
      list.push({ row: original, id, index });
    });
    return list;
  }, [sorted, groupOf]);

  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  /** Where the focus goes as soon as that row is drawn: to a cell of it, or to the row itself. */
  const heading = useRef<{ id: string; column: string | undefined } | null>(null);
  const at = Math.min(cursor, Math.max(0, order.length - 1));

  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in render, on purpose
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (entries[index] && "group" in entries[index] ? GROUP_PX : rowPx),
    overscan: 8,
    scrollPaddingStart: isNarrow ? 0 : HEADER_PX,
  });
  useEffect(() => virtual.measure(), [virtual, rowPx, entries]);

  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && entries.length > 0 && lastDrawn >= entries.length - 10) onEnd();
  }, [onEnd, lastDrawn, entries.length]);

  useEffect(() => {
    if (!heading.current) return;
    const { id, column } = heading.current;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${order.indexOf(id)}"]`);
    if (!row) return;
    heading.current = null;
    const cell = column === undefined ? null : row.querySelector<HTMLElement>(`[data-column="${column}"][tabindex]`);
    (cell ?? row).focus({ preventScroll: true });
  });

  function show(index: number) {
    setCursor(index);
    virtual.scrollToIndex(entries.findIndex((entry) => "index" in entry && entry.index === index));
  }

  function moveTo(index: number, { extend = false, from = at, column }: { extend?: boolean; from?: number; column?: string | undefined } = {}) {
    const next = Math.min(order.length - 1, Math.max(0, index));
    const id = order[next];
    if (id === undefined) return;
    heading.current = { id, column };
    show(next);
    if (extend && onSelection) {
      const begin = order[from];
      const anchored = selection.anchor === null && begin !== undefined ? toggle(selection, begin) : selection;
      onSelection(extendTo(anchored, order, id));
    } else if (openId !== null) onOpen(id);
  }

  const reveal = useEffectEvent((id: string) => {
    const index = order.indexOf(id);
    if (index >= 0) moveTo(index);
  });
  useEffect(() => {
    if (revealId !== null) reveal(revealId);
  }, [revealId]);

  const shown = table.getVisibleLeafColumns().map(({ id }) => id).join(" ");
  const visible = useMemo(
    () => shown.split(" ").flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [shown, columns],
  );
  useFetchAhead(EDITING, onSaveCell !== undefined);
  const cells = useCellEditing(visible, isNarrow ? undefined : onSaveCell, useOfflineReason());

  const follow = useRef<string | null>(null);
  const { finish } = cells;
  const endEdit = useCallback(
    (row: Row, cell: Cell, value: string | null, onward: Onward) => {
      const goesOn = finish(row, cell, value, onward);
      if (onward === "away") return;
      follow.current = cell.id;
      if (!goesOn) heading.current = cell;
    },
    [finish],
  );

  // A row that was changed may belong somewhere else now; whoever changed it goes with it.
  const keepUp = useEffectEvent(() => {
    const index = follow.current === null ? -1 : order.indexOf(follow.current);
    follow.current = null;
    if (index >= 0 && index !== at) show(index);
  });
  useEffect(() => keepUp(), [order]);

  function dragged(event: DragEvent<HTMLElement>) {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    onDragOver?.((row && order[Number(row.dataset["row"])]) ?? null);
  }

  function moveCell(from: HTMLElement, by: 1 | -1) {
    const row = from.closest<HTMLElement>("[data-row]");
    if (!row) return;
    const stops = [row, ...row.querySelectorAll<HTMLElement>("button, a, input, [tabindex]")];
    stops[stops.indexOf(from) + by]?.focus();
  }

  function pressed(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const inRow = target.closest<HTMLElement>("[data-row]");
    if (!inRow || target.closest("[data-editor]")) return;
    const rtl = document.documentElement.dir === "rtl";
    const act = gridAct({ key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, letters, rtl });
    // Where the focus is, however it came there.
    const here = Number(inRow.dataset["row"]);
    const id = order[here];
    if (!act || id === undefined) return;
    const column = target.dataset["column"];
    // A button inside the row keeps its own keys.
    if ((act.act === "open" || act.act === "openPage") && target !== inRow && column === undefined) return;
    if (act.act === "clear" && openId === null && selection.ids.size === 0 && !cells.refused) return;
    const row = sorted[here]?.original;
    if (act.act === "edit" && (row === undefined || !cells.begin(row, id, column))) return;
    if ((act.act === "select" || act.act === "selectAll") && !onSelection) return;
    event.preventDefault();
    event.stopPropagation();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 2);
    switch (act.act) {
      case "move":
        return moveTo(here + act.by, { extend: act.extend, from: here, column });
      case "page":
        return moveTo(here + act.by * page, { extend: act.extend, from: here });
      case "edge":
        return moveTo(act.to === "first" ? 0 : order.length - 1, { extend: act.extend, from: here });
      case "cell":
        return moveCell(target, act.by);
      case "open":
        return onOpen(id);
      case "openPage":
        return onOpenPage?.(id);
      case "select":
        return onSelection?.(toggle(selection, id));
      case "selectAll":
        return onSelection?.(selectAll(order));
      case "clear":
        if (cells.refused) return cells.forget();
        return openId === null ? onSelection?.(NOTHING) : onOpen(null);
      case "edit":
        return;
    }
  }

  const { begin } = cells;
  const pickTwice = useCallback(
    (row: Row, cell: Cell) => {
      // What the first of the two clicks has opened goes; a panel that stood there before stays.
      if (begin(row, cell.id, cell.column) && openId === null) onOpen(null);
    },
    [begin, openId, onOpen],
  );
  const pick = useCallback(
    (id: string, index: number, { shift, many }: { shift: boolean; many: boolean }) => {
      setCursor(index);
      if (shift && onSelection) onSelection(extendTo(selection, order, id));
      else if (many && onSelection) onSelection(toggle(selection, id));
      else onOpen(id);
    },
    [onSelection, selection, order, onOpen],
  );

  const pins = isNarrow ? NO_PINS : pinOffsets(visible, arrangement, Boolean(onSelection));
  const { template, narrowest } = isNarrow ? NARROW : tracks(visible, arrangement, Boolean(onSelection));

  return (
    <div
      ref={scroller}
      className={styles["grid"]}
      style={{ "--narrowest": `${narrowest}px` } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={entries.length + 1}
      aria-multiselectable={onSelection ? true : undefined}
      onKeyDown={pressed}
      onDragOver={onDragOver && dragged}
      onDragLeave={onDragOver && (() => onDragOver(null))}
    >
      {!isNarrow && (
        <GridHeader
          columns={columns}
          visible={visible}
          template={template}
          pins={pins}
          arrangement={arrangement}
          onArrange={rearrange}
          order={order}
          selection={onSelection ? selection : null}
          onSelection={onSelection}
        />
      )}
      <div className={styles["rows"]} role="rowgroup" style={{ blockSize: virtual.getTotalSize() }}>
        {drawn.map(({ index, start, size }) => {
          const entry = entries[index];
          if (!entry) return null;
          if ("group" in entry)
            return <GridGroup key={`group ${entry.group}`} title={entry.group} start={start} index={index} />;
          return (
            <GridRow
              key={entry.id}
              row={entry.row}
              id={entry.id}
              index={entry.index}
              rowIndex={index + 2}
              start={start}
              size={size}
              template={template}
              pins={pins}
              columns={visible}
              label={rowLabel(entry.row)}
              version={rowVersion?.(entry.row) ?? 0}
              narrow={isNarrow ? narrow : null}
              isSelected={selection.ids.has(entry.id)}
              isOpen={openId === entry.id}
              isTarget={dropId === entry.id}
              isStop={entry.index === at}
              selectable={Boolean(onSelection)}
              editing={cells.editing?.id === entry.id ? cells.editing : null}
              refused={cells.refused?.id === entry.id ? cells.refused : null}
              allows={onSaveCell && cells.allows}
              onPick={pick}
              onPickTwice={pickTwice}
              onEdited={endEdit}
              onForget={cells.forget}
              menu={rowMenu}
            />
          );
        })}
      </div>
    </div>
  );
}
