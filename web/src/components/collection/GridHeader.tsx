/** The head of a list: sort, width, and which columns stand there. */
import { ArrowDown, ArrowUp, ChevronDown, Columns3, Pin, PinOff } from "lucide-react";
import type { PointerEvent } from "react";

import { useSay } from "../../i18n/say";
import { Button } from "../Button";
import { ServerMark } from "../ServerWord";
import { classes } from "../classes";
import { Checkbox } from "../Tick";
import { ChoiceMenu, Menu, MenuChoice, MenuItem } from "../Menu";
import type { Arrangement, Column } from "./columns";
import styles from "./Grid.module.css";
import { pinClass } from "./GridRow";
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
}

const NARROWEST = 64;
const WIDEST = 640;

export function GridHeader<Row>(props: HeaderProps<Row>) {
  const { columns, visible, template, pins, arrangement, onArrange, count, selection, onSelectAll } = props;
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

  const optional = columns.filter(({ fixed }) => !fixed);
  return (
    <div role="rowgroup" className={styles["head"]}>
      <div role="row" aria-rowindex={1} className={styles["headRow"]} style={{ gridTemplateColumns: template }}>
        {selection && (
          <span role="columnheader" className={classes(styles["check"], Object.keys(pins).length > 0 && styles["pinnedEdge"])}>
            <Checkbox
              aria-label={say("grid.selectAll", "Select all")}
              isSelected={reach === "all"}
              isIndeterminate={reach === "some"}
              onChange={() => onSelectAll(reach !== "all")}
            />
          </span>
        )}
        {visible.map((column) => {
          const active = sorted?.id === column.id;
          return (
            <span
              key={column.id}
              role="columnheader"
              className={classes(styles["headCell"], pinClass(pins[column.id]))}
              {...(column.id in pins ? { style: { insetInlineStart: pins[column.id] } } : {})}
              aria-sort={active ? (sorted.desc ? "descending" : "ascending") : undefined}
            >
              {column.fromServer && <ServerMark />}
              {column.compare || column.field ? (
                <button
                  type="button"
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
        <span role="columnheader" className={styles["end"]}>
          <ChoiceMenu
            label={say("grid.columns", "Columns")}
            placement="bottom end"
            trigger={
              <Button look="quiet" size="small" icon aria-label={say("grid.columns", "Columns")}>
                <Columns3 />
              </Button>
            }
            chosen={optional.filter(({ id }) => !arrangement.hidden[id]).map(({ id }) => id)}
            onChoose={(chosen) =>
              onArrange({
                hidden: { ...arrangement.hidden, ...Object.fromEntries(optional.map(({ id }) => [id, chosen !== "all" && !chosen.has(id)])) },
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
        <Button look="quiet" size="small" icon className={styles["column"] ?? ""} aria-label={label}>
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

/** The edge between two columns: dragged, or moved with the arrow keys. */
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
      tabIndex={-1}
      className={styles["resizer"]}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const by = { ArrowRight: 16 * rtl(), ArrowLeft: -16 * rtl() }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onWidth(width + by);
      }}
    />
  );
}
