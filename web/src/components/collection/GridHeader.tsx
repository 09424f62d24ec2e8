/** The head of a list: sort, width, and which columns stand there. */
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import type { PointerEvent } from "react";

import { useSay } from "../../i18n/say";
import { Button } from "../Button";
import { Checkbox } from "../Tick";
import { Menu, MenuItem } from "../Menu";
import type { Arrangement, Column } from "./columns";
import styles from "./Grid.module.css";
import { extent, NOTHING, selectAll, type Selection } from "./selection";

interface HeaderProps<Row> {
  columns: readonly Column<Row>[];
  visible: readonly Column<Row>[];
  template: string;
  arrangement: Arrangement;
  onArrange: (change: Partial<Arrangement>) => void;
  order: readonly string[];
  selection: Selection | null;
  onSelection: ((selection: Selection) => void) | undefined;
}

const NARROWEST = 64;
const WIDEST = 640;

export function GridHeader<Row>(props: HeaderProps<Row>) {
  const { columns, visible, template, arrangement, onArrange, order, selection, onSelection } = props;
  const say = useSay();
  const sorted = arrangement.sort[0];
  const reach = selection ? extent(selection, order) : "none";

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

  return (
    <div role="rowgroup" className={styles["head"]}>
      <div role="row" aria-rowindex={1} className={styles["headRow"]} style={{ gridTemplateColumns: template }}>
        {selection && (
          <span role="columnheader" className={styles["check"]}>
            <Checkbox
              aria-label={say("grid.selectAll", "Select all")}
              isSelected={reach === "all"}
              isIndeterminate={reach === "some"}
              onChange={() => onSelection?.(reach === "all" ? NOTHING : selectAll(order))}
            />
          </span>
        )}
        {visible.map((column) => {
          const active = sorted?.id === column.id;
          return (
            <span
              key={column.id}
              role="columnheader"
              className={styles["headCell"]}
              aria-sort={active ? (sorted.desc ? "descending" : "ascending") : undefined}
            >
              {column.compare ? (
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
          <Menu
            label={say("grid.columns", "Columns")}
            trigger={
              <Button look="quiet" size="small" icon aria-label={say("grid.columns", "Columns")}>
                <Columns3 />
              </Button>
            }
          >
            {columns
              .filter(({ fixed }) => !fixed)
              .map(({ id, header }) => (
                <MenuItem
                  key={id}
                  label={
                    arrangement.hidden[id]
                      ? say("grid.show", "Show {column}", { column: header })
                      : say("grid.hide", "Hide {column}", { column: header })
                  }
                  onAction={() => onArrange({ hidden: { ...arrangement.hidden, [id]: !arrangement.hidden[id] } })}
                />
              ))}
            {visible
              .filter(({ fixed }) => !fixed)
              .map(({ id, header }) => (
                <MenuItem
                  key={`earlier ${id}`}
                  label={say("grid.earlier", "Move {column} forward", { column: header })}
                  onAction={() => move(id, -1)}
                />
              ))}
          </Menu>
        </span>
      </div>
    </div>
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
