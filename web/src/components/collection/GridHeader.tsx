/**
 * The head of a list: sort, width, and which columns stand there.
 *
 * It is the first row of the list for the keys as well. One of its cells has the focus, and acts for what stands in it.
 */
import { ArrowDown, ArrowUp, ChevronDown, Columns3, Pin, PinOff } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";

import { useSay } from "../../i18n/say";
import { Button } from "../Button";
import { ServerMark } from "../ServerWord";
import { classes } from "../classes";
import { Checkbox } from "../Tick";
import { ChoiceMenu, Menu, MenuChoice, MenuItem } from "../Menu";
import { isHidden, type Arrangement, type Column } from "./columns";
import styles from "./Grid.module.css";
import { pinClass } from "./GridRow";
import { headAct } from "./keys";
import { extent, type Selection } from "./selection";

interface HeaderProps<Row> {
  columns: readonly Column<Row>[];
  visible: readonly Column<Row>[];
  template: string;
  pins: Readonly<Record<string, number>>;
  arrangement: Arrangement;
  onArrange: (change: Partial<Arrangement>) => void;
  /** How many rows there are. */
  count: number;
  selection: Selection | null;
  onSelectAll: (all: boolean) => void;
  /** The Tab key reaches it, and no row. */
  isStop: boolean;
  /** The focus goes down to the rows. */
  onLeave: () => void;
}

const NARROWEST = 64;
const WIDEST = 640;
const STEP_PX = 16;

export function GridHeader<Row>(props: HeaderProps<Row>) {
  const { columns, visible, template, pins, arrangement, onArrange, count, selection, onSelectAll, isStop, onLeave } = props;
  const say = useSay();
  const sorted = arrangement.sort[0];
  const reach = selection ? extent(selection, count) : "none";

  const sortBy = (id: string) =>
    onArrange({ sort: [{ id, desc: sorted?.id === id ? !sorted.desc : false }] });
  const setWidth = (id: string, width: number) =>
    onArrange({
      widths: { ...arrangement.widths, [id]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) },
    });

  function move(id: string, by: 1 | -1) {
    const next = [...arrangement.order];
    const from = next.indexOf(id);
    const other = next[from + by];
    if (other === undefined) return;
    [next[from], next[from + by]] = [other, id];
    onArrange({ order: next });
  }

  function pin(id: string) {
    const { pinned } = arrangement;
    onArrange({ pinned: pinned.includes(id) ? pinned.filter((one) => one !== id) : [...pinned, id] });
  }

  const row = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  /** What a cell is to the keys: one of them is reached by Tab. */
  const cell = (place: number) => ({ "data-head": place, tabIndex: isStop && place === Math.min(at, last) ? 0 : -1, onFocus: () => setAt(place) });
  const first = selection ? 1 : 0;
  const last = first + visible.length;

  function pressed(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const here = target.closest<HTMLElement>("[data-head]");
    const rtl = document.documentElement.dir === "rtl";
    const act = here && headAct({ key: event.key, shift: event.shiftKey, alt: event.altKey, rtl });
    if (!act) return;
    // A button that has the focus itself is pressed by the browser.
    if (target !== here && act.act === "press") return;
    const place = Number(here.dataset["head"]);
    const column = visible[place - first];
    event.preventDefault();
    event.stopPropagation();
    const go = (to: number) => row.current?.querySelector<HTMLElement>(`[data-head="${Math.min(last, Math.max(0, to))}"]`)?.focus();
    switch (act.act) {
      case "cell":
        return go(place + act.by);
      case "edge":
        return go(act.to === "first" ? 0 : last);
      case "width":
        if (column && !column.grows) setWidth(column.id, (arrangement.widths[column.id] ?? column.width) + act.by * STEP_PX);
        return;
      case "leave":
        return onLeave();
      case "press":
        return here.querySelector<HTMLElement>("button, input")?.click();
      case "menu":
        return here.querySelector<HTMLElement>("[aria-haspopup]")?.click();
    }
  }

  const optional = columns.filter(({ fixed }) => !fixed);
  const shown = optional.filter((column) => !isHidden(column, arrangement.hidden));
  return (
    <div role="rowgroup" className={styles["head"]}>
      <div ref={row} role="row" aria-rowindex={1} className={styles["headRow"]} style={{ gridTemplateColumns: template }} onKeyDown={pressed}>
        {selection && (
          <span role="columnheader" {...cell(0)} className={classes(styles["check"], Object.keys(pins).length > 0 && styles["pinnedEdge"])}>
            <Checkbox
              aria-label={say("grid.selectAll", "Select all")}
              excludeFromTabOrder
              isSelected={reach === "all"}
              isIndeterminate={reach === "some"}
              onChange={() => onSelectAll(reach !== "all")}
            />
          </span>
        )}
        {visible.map((column, index) => {
          const active = sorted?.id === column.id;
          return (
            <span
              key={column.id}
              role="columnheader"
              {...cell(first + index)}
              className={classes(styles["headCell"], pinClass(pins[column.id]))}
              {...(column.id in pins ? { style: { insetInlineStart: pins[column.id] } } : {})}
              aria-sort={active ? (sorted.desc ? "descending" : "ascending") : undefined}
            >
              {column.fromServer && <ServerMark />}
              {column.compare || column.field ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles["sort"]}
                  data-active={active || undefined}
                  onClick={() => sortBy(column.id)}
                >
                  {column.header}
                  {active && (sorted.desc ? <ArrowDown /> : <ArrowUp />)}
                </button>
              ) : (
                <span className="clip">{column.header}</span>
              )}
              <ColumnMenu
                column={column}
                isPinned={arrangement.pinned.includes(column.id)}
                onMove={(by) => move(column.id, by)}
                onPin={() => pin(column.id)}
                onHide={() => onArrange({ hidden: { ...arrangement.hidden, [column.id]: true } })}
              />
              {!column.grows && (
                <Resizer
                  label={say("grid.width", "Width of {column}", { column: column.header })}
                  width={arrangement.widths[column.id] ?? column.width}
                  onWidth={(width) => setWidth(column.id, width)}
                />
              )}
            </span>
          );
        })}
        <span role="columnheader" {...cell(last)} className={styles["end"]}>
          <ChoiceMenu
            label={say("grid.columns", "Columns")}
            placement="bottom end"
            trigger={
              <Button look="quiet" size="small" icon excludeFromTabOrder aria-label={say("grid.columns", "Columns")}>
                <Columns3 />
              </Button>
            }
            chosen={shown.map(({ id }) => id)}
            onChoose={(chosen) =>
              onArrange({
                hidden: {
                  ...arrangement.hidden,
                  ...Object.fromEntries(optional.flatMap((one) => {
                    const isChosen = chosen === "all" || chosen.has(one.id);
                    return isChosen === shown.includes(one) ? [] : [[one.id, !isChosen]];
                  })),
                },
              })
            }
          >
            {optional.map(({ id, header }) => (
              <MenuChoice key={id} id={id} label={header} />
            ))}
          </ChoiceMenu>
        </span>
      </div>
    </div>
  );
}

interface ColumnMenuProps<Row> {
  column: Column<Row>;
  isPinned: boolean;
  onMove: (by: 1 | -1) => void;
  onPin: () => void;
  onHide: () => void;
}

/** What can be done with one column; its button shows under the pointer and with the focus. */
function ColumnMenu<Row>({ column: { header, fixed }, isPinned, onMove, onPin, onHide }: ColumnMenuProps<Row>) {
  const say = useSay();
  const label = say("grid.column", "Column {column}", { column: header });
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <Button look="quiet" size="small" icon excludeFromTabOrder className={styles["column"] ?? ""} aria-label={label}>
          <ChevronDown />
        </Button>
      }
    >
      <MenuItem
        icon={isPinned ? PinOff : Pin}
        label={isPinned ? say("grid.unpin", "Unpin column") : say("grid.pin", "Pin column")}
        onAction={onPin}
      />
      <MenuItem label={say("grid.earlier", "Move forward")} onAction={() => onMove(-1)} />
      <MenuItem label={say("grid.later", "Move back")} onAction={() => onMove(1)} />
      {!fixed && <MenuItem label={say("grid.hide", "Hide")} onAction={onHide} />}
    </Menu>
  );
}

interface ResizerProps {
  label: string;
  width: number;
  onWidth: (width: number) => void;
}

/** The edge between two columns, to be dragged; the keys do it from the cell. */
function Resizer({ label, width, onWidth }: ResizerProps) {
  const rtl = () => (document.documentElement.dir === "rtl" ? -1 : 1);

  function drag(start: PointerEvent<HTMLElement>) {
    start.preventDefault();
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const moving = (event: globalThis.PointerEvent) => onWidth(width + (event.clientX - start.clientX) * rtl());
    handle.addEventListener("pointermove", moving);
    handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", moving), { once: true });
  }

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      className={styles["resizer"]}
      onPointerDown={drag}
    />
  );
}
