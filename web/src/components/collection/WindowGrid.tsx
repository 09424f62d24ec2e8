/**
 * The one list of the product: an ARIA grid with one tab stop that draws only the rows in view.
 *
 * It selects and moves the focus; what a row is, and how many are here, it does not know.
 */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode } from "react";

import { usePreferences } from "../../browser/preferences";
import { useFetchAhead } from "../fetchAhead";
import { useCompact, useNarrow } from "../useNarrow";
import { useOfflineReason } from "../useOnline";
import type { Onward } from "./CellEditor";
import { pinOffsets, tracks, visibleColumns, type Arrangement, type Column } from "./columns";
import { EDITING } from "./editCells";
import styles from "./Grid.module.css";
import { GridHeader } from "./GridHeader";
import { GridGap, GridGroup, GridRow } from "./GridRow";
import { gridAct } from "./keys";
import { layoutOf } from "./layout";
import { NOTHING, type Selection } from "./selection";
import type { Source } from "./source";
import type { Rearrange } from "./useArrangement";
import { useCellEditing, type Cell, type SaveCell } from "./useCellEditing";
import { useSelecting } from "./useSelecting";
import { useVisible } from "./useVisible";

export interface GridParts<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** What the row is called, for those who hear it. */
  rowLabel: (row: Row) => string;
  /** Changes when another person changed the row. */
  rowVersion?: (row: Row) => number;
  /** The same row in two lines, for narrow screens. The same function for as long as it draws the same. */
  narrow: (row: Row) => ReactNode;
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  openId?: string | null;
  onOpen: (id: string | null) => void;
  onOpenPage?: (id: string) => void;
  /** Saves a cell that was changed in place. */
  onSaveCell?: SaveCell<Row>;
  /** The items of the menu of a row, made when it is opened. */
  rowMenu?: (row: Row) => ReactNode;
  /** A panel stands beside it. */
  beside?: boolean;
  onEnd?: () => void;
  /** Files are carried over this row, or over none. */
  onDragOver?: (id: string | null) => void;
  /** Where dropped files would go. */
  dropId?: string | null;
  /** Moves there when it changes. */
  revealId?: string | null;
}

export interface WindowGridProps<Row> extends GridParts<Row> {
  source: Source<Row>;
  arrangement: Arrangement;
  onArrange: Rearrange;
}

const NO_PINS: Record<string, number> = {};
const NARROW = { template: "minmax(0, 1fr) auto", narrowest: 0 };
const HEADER_PX = 34;
const GROUP_PX = 32;
/** Rows drawn above and below what is in view, so that a short way shows no gap. */
const BEYOND = 8;

export function WindowGrid<Row>(props: WindowGridProps<Row>) {
  const { source, arrangement, onArrange, label, columns, rowLabel, rowVersion, narrow, rowMenu } = props;
  const { selection = NOTHING, onSelection, openId = null, onOpen, onOpenPage, beside, onEnd } = props;
  const { onDragOver, dropId = null, revealId = null, onSaveCell } = props;
  const { density, letters } = usePreferences();
  const isNarrow = useNarrow();
  const isCompact = useCompact();
  const rowPx = isNarrow ? 64 : density === "compact" ? 32 : 40;
  const { count, headings, look } = source;
  const isSelectable = Boolean(onSelection);
  const selecting = useSelecting(source, selection, onSelection);

  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutOf(count, headings, { row: rowPx, heading: GROUP_PX }), [count, headings, rowPx]);
  const { from, to, show: scrollTo } = useVisible(scroller, layout, { rowPx, headPx: isNarrow ? 0 : HEADER_PX, beyond: BEYOND });
  const last = Math.min(to, count);
  useEffect(() => look?.(from, last), [look, from, last]);
  useEffect(() => {
    if (onEnd && count > 0 && to > 0 && last >= count - 10) onEnd();
  }, [onEnd, to, last, count]);

  const [cursor, setCursor] = useState(0);
  const [isInHead, setInHead] = useState(false);
  /** Where the focus goes as soon as that row is drawn: to a cell of it, or to the row itself. */
  const heading = useRef<({ id: string } | { place: number }) & { column: string | undefined } | null>(null);
  const at = Math.min(cursor, Math.max(0, count - 1));
  const lastHead = useRef<string>(undefined);

  function headFor() {
    if (!heading.current) return;
    const { column } = heading.current;
    const place = "place" in heading.current ? heading.current.place : source.placeOf(heading.current.id);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${place}"]`);
    if (!row) return;
    // Until it is here, what stands in its place holds the focus.
    if (row.ariaBusy === null) heading.current = null;
    const cell = column === undefined ? null : row.querySelector<HTMLElement>(`[data-column="${column}"][tabindex]`);
    (cell ?? row).focus({ preventScroll: true });
  }
  useEffect(headFor);

  function show(place: number) {
    setCursor(place);
    scrollTo(place);
  }

  function moveTo(place: number, { extend = false, from: begin = at, column }: { extend?: boolean; from?: number; column?: string | undefined } = {}) {
    const next = Math.min(count - 1, Math.max(0, place));
    if (next < 0) return;
    heading.current = { place: next, column };
    show(next);
    headFor();
    if (extend && onSelection) selecting.extend(next, begin);
    else if (openId !== null) openAt(next);
  }

  /** Where it is not here yet, its id is asked for. */
  function openAt(place: number) {
    const id = source.idAt(place);
    if (id !== undefined) return onOpen(id);
    return void Promise.resolve(source.order()).then((order) => onOpen(order[place] ?? null), () => undefined);
  }

  /** Also where the row stands far away. */
  const findAndGo = useEffectEvent((id: string, go: (place: number) => void) => {
    const place = source.placeOf(id);
    if (place >= 0) return go(place);
    return void Promise.resolve(source.order()).then(
      (order) => {
        if (order.includes(id)) go(order.indexOf(id));
      },
      () => undefined,
    );
  });
  const reveal = useEffectEvent((id: string) => findAndGo(id, (place) => moveTo(place)));
  useEffect(() => {
    if (revealId !== null) reveal(revealId);
  }, [revealId]);

  const visible = useMemo(() => visibleColumns(columns, arrangement, Boolean(beside) || isCompact), [columns, arrangement, beside, isCompact]);
  useFetchAhead(EDITING, onSaveCell !== undefined);
  const cells = useCellEditing(visible, isNarrow ? undefined : onSaveCell, useOfflineReason());

  /** What was changed here last, and where it stood, until its person turns to something else. */
  const follow = useRef<{ id: string; place: number } | null>(null);
  // What rows are given is the same for as long as the list stands: they are drawn again when they change, not when the page is.
  const latest = useRef({ source, openId, onOpen, cells, rowMenu, isSelectable });
  useLayoutEffect(() => {
    latest.current = { source, openId, onOpen, cells, rowMenu, isSelectable };
  });
  const menuOf = useCallback((row: Row) => latest.current.rowMenu?.(row), []);
  const endEdit = useCallback((row: Row, cell: Cell, value: string | null, onward: Onward) => {
    const { cells: now, source: rows } = latest.current;
    const goesOn = now.finish(row, cell, value, onward);
    if (onward === "away") return;
    follow.current = { id: cell.id, place: rows.placeOf(cell.id) };
    if (!goesOn) heading.current = cell;
  }, []);

  // A row that was changed may belong somewhere else now; whoever changed it goes with it.
  const keepUp = useEffectEvent(() => {
    if (!follow.current) return;
    const { id, place: before } = follow.current;
    if (source.placeOf(id) === before) return;
    follow.current = null;
    findAndGo(id, show);
  });
  useEffect(() => keepUp(), [source]);

  function dragged(event: DragEvent<HTMLElement>) {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    onDragOver?.((row && source.idAt(Number(row.dataset["row"]))) ?? null);
  }

  function goToHead() {
    const cells = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-head]") ?? [])];
    (cells.find(({ dataset }) => dataset["head"] === lastHead.current) ?? cells[0])?.focus({ preventScroll: true });
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
    follow.current = null;
    const rtl = document.documentElement.dir === "rtl";
    const act = gridAct({ key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, letters, rtl });
    // Where the focus is, however it came there.
    const here = Number(inRow.dataset["row"]);
    const id = source.idAt(here);
    if (!act || (id === undefined && !["move", "page", "edge"].includes(act.act))) return;
    const column = target.dataset["column"];
    // A button inside the row keeps its own keys.
    if ((act.act === "open" || act.act === "openPage") && target !== inRow && column === undefined) return;
    if (act.act === "clear" && openId === null && selection.ids.size === 0 && !cells.refused) return;
    const row = source.rowAt(here);
    if (act.act === "edit" && (row === undefined || id === undefined || !cells.begin(row, id, column))) return;
    if ((act.act === "select" || act.act === "selectAll") && !onSelection) return;
    event.preventDefault();
    event.stopPropagation();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 2);
    switch (act.act) {
      case "move":
        if (here === 0 && act.by < 0 && !act.extend && event.key === "ArrowUp") return goToHead();
        return moveTo(here + act.by, { extend: act.extend, from: here, column });
      case "page":
        return moveTo(here + act.by * page, { extend: act.extend, from: here });
      case "edge":
        return moveTo(act.to === "first" ? 0 : count - 1, { extend: act.extend, from: here });
      case "cell":
        return moveCell(target, act.by);
      case "open":
        return onOpen(id ?? null);
      case "openPage":
        return id === undefined ? undefined : onOpenPage?.(id);
      case "select":
        return id === undefined ? undefined : selecting.toggle(id);
      case "selectAll":
        return selecting.all(true);
      case "clear":
        if (cells.refused) return cells.forget();
        return openId === null ? onSelection?.(NOTHING) : onOpen(null);
      case "edit":
        return;
    }
  }

  const pickTwice = useCallback((row: Row, cell: Cell) => {
    const { cells: now, openId: open, onOpen: go } = latest.current;
    // What the first of the two clicks has opened goes; a panel that stood there before stays.
    if (now.begin(row, cell.id, cell.column) && open === null) go(null);
  }, []);
  const { extend, toggle } = selecting;
  const pick = useCallback(
    (id: string, place: number, { shift, many }: { shift: boolean; many: boolean }) => {
      follow.current = null;
      setCursor(place);
      const { isSelectable: selects, onOpen: go } = latest.current;
      if (shift && selects) extend(place);
      else if (many && selects) toggle(id);
      else go(id);
    },
    [extend, toggle],
  );

  const pins = useMemo(() => (isNarrow ? NO_PINS : pinOffsets(visible, arrangement, isSelectable)), [isNarrow, visible, arrangement, isSelectable]);
  const { template, narrowest } = isNarrow ? NARROW : tracks(visible, arrangement, isSelectable);

  return (
    <div
      ref={scroller}
      className={styles["grid"]}
      style={{ "--narrowest": `${narrowest}px` } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={count + headings.length + 1}
      aria-colcount={isNarrow ? undefined : visible.length + (onSelection ? 2 : 1)}
      aria-multiselectable={onSelection ? true : undefined}
      onKeyDown={pressed}
      onFocus={({ target }) => {
        const head = target.closest<HTMLElement>("[data-head]");
        if (head) lastHead.current = head.dataset["head"];
        setInHead(head !== null);
      }}
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
          onArrange={onArrange}
          count={count}
          selection={onSelection ? selection : null}
          onSelectAll={selecting.all}
          isStop={isInHead}
          onLeave={() => moveTo(at)}
        />
      )}
      <div className={styles["rows"]} role="rowgroup" style={{ blockSize: layout.total }}>
        {headings.map(({ title, from: below }, index) =>
          below >= from && below <= last ? (
            <GridGroup key={`group ${title} ${index}`} title={title} start={layout.headingTop(index)} rowIndex={below + index + 2} />
          ) : null,
        )}
        {Array.from({ length: Math.max(0, last - from) }, (_, i) => from + i).map((place) => {
          const [row, id] = [source.rowAt(place), source.idAt(place)];
          const [start, rowIndex] = [layout.topOf(place), place + layout.headingsAbove(place) + 2];
          if (row === undefined || id === undefined)
            return <GridGap key={`place ${place}`} place={place} rowIndex={rowIndex} start={start} size={rowPx} isStop={place === at && !isInHead} />;
          return (
            <GridRow
              key={id}
              row={row}
              id={id}
              index={place}
              rowIndex={rowIndex}
              start={start}
              size={rowPx}
              template={template}
              pins={pins}
              columns={visible}
              label={rowLabel(row)}
              version={rowVersion?.(row) ?? 0}
              narrow={isNarrow ? narrow : null}
              isSelected={selection.ids.has(id)}
              isOpen={openId === id}
              isTarget={dropId === id}
              isStop={place === at && !isInHead}
              selectable={isSelectable}
              editing={cells.editing?.id === id ? cells.editing : null}
              refused={cells.refused?.id === id ? cells.refused : null}
              allows={onSaveCell && cells.allows}
              onPick={pick}
              onPickTwice={pickTwice}
              onEdited={endEdit}
              onForget={cells.forget}
              menu={rowMenu && menuOf}
            />
          );
        })}
      </div>
    </div>
  );
}
