/** One row of a list. Drawn again only when something about it changed. */
import { X } from "lucide-react";
import { memo, useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";

import { useSay } from "../../i18n/say";
import { Button } from "../Button";
import { PopUp } from "../PopUp";
import { Checkbox } from "../Tick";
import { classes } from "../classes";
import { part } from "../part";
import type { EditorProps, Onward } from "./CellEditor";
import { editCells } from "./editCells";
import type { Column } from "./columns";
import styles from "./Grid.module.css";
import { RowMenu } from "./RowMenu";
import { onSecondClick } from "./secondClick";
import type { Cell, RefusedCell } from "./useCellEditing";

/** A lazy component takes no type of its own. */
const CellEditor = part(editCells) as unknown as <Row>(props: EditorProps<Row>) => ReactNode;

interface RowProps<Row> {
  row: Row;
  id: string;
  index: number;
  rowIndex: number;
  start: number;
  size: number;
  template: string;
  /** How far from the edge the pinned columns stay. */
  pins: Readonly<Record<string, number>>;
  columns: readonly Column<Row>[];
  label: string;
  version: number;
  narrow: ((row: Row) => ReactNode) | null;
  isSelected: boolean;
  isOpen: boolean;
  /** Dropped files would go here. */
  isTarget: boolean;
  /** The one row that the Tab key reaches. */
  isStop: boolean;
  selectable: boolean;
  /** The cell of this row that is being changed, and the one whose change was refused. */
  editing: Cell | null;
  refused: RefusedCell | null;
  /** Whether a cell can be changed in place; without it none of the list can. */
  allows: ((row: Row, column: Column<Row>) => boolean) | undefined;
  onPickTwice: (row: Row, cell: Cell) => void;
  onEdited: (row: Row, cell: Cell, value: string | null, onward: Onward) => void;
  onForget: () => void;
  onPick: (id: string, index: number, how: { shift: boolean; many: boolean }) => void;
  /** The items of its menu; the same function for as long as the list stands. */
  menu: ((row: Row) => ReactNode) | undefined;
}

function Row<Item>(props: RowProps<Item>) {
  const { row, id, index, rowIndex, start, size, template, pins, columns, label, version, narrow } = props;
  const { isSelected, isOpen, isTarget, isStop, selectable, onPick, menu } = props;
  const { editing, refused, allows, onPickTwice, onEdited, onForget } = props;
  const say = useSay();
  const changed = useChanged(version);

  function clicked(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    // Buttons, boxes and links inside the row act for themselves.
    if (target.closest("button, a, input, label, [data-editor]")) return;
    const many = event.ctrlKey || event.metaKey;
    onPick(id, index, { shift: event.shiftKey, many });
    const column = target.closest<HTMLElement>("[data-column][tabindex]")?.dataset["column"];
    if (column !== undefined && !many && !event.shiftKey) onSecondClick(event, () => onPickTwice(row, { id, column }));
  }

  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selectable ? isSelected : undefined}
      aria-label={label}
      data-row={index}
      tabIndex={isStop ? 0 : -1}
      className={classes(
        styles["row"],
        isSelected && styles["selected"],
        isOpen && styles["open"],
        isTarget && styles["target"],
        changed && styles["changed"],
        (editing || refused) && styles["above"],
      )}
      style={{ gridTemplateColumns: template, blockSize: size, transform: `translateY(${start}px)` }}
      onClick={clicked}
    >
      {narrow ? (
        narrow(row)
      ) : (
        <>
          {selectable && (
            <span role="gridcell" className={classes(styles["check"], Object.keys(pins).length > 0 && styles["pinnedEdge"])}>
              <Checkbox
                aria-label={say("grid.select", "Select {row}", { row: label })}
                excludeFromTabOrder
                isSelected={isSelected}
                onChange={() => onPick(id, index, { shift: false, many: true })}
              />
            </span>
          )}
          {columns.map((column) => {
            const isEdited = editing?.column === column.id;
            const isReached = allows !== undefined && column.edit !== undefined && !isEdited;
            return (
              <span
                key={column.id}
                role="gridcell"
                data-column={column.id}
                data-word={column.fromServer || undefined}
                {...(allows && { "aria-readonly": !allows(row, column) })}
                // By the arrow keys, as long as there is no control in it.
                {...(isReached && { tabIndex: -1 })}
                className={classes(
                  styles["cell"],
                  pinClass(pins[column.id]),
                  (isEdited || refused?.column === column.id) && styles["spilling"],
                )}
                {...(column.id in pins ? { style: { insetInlineStart: pins[column.id] } } : {})}
              >
                {isEdited && column.edit ? (
                  <PopUp onClose={() => onEdited(row, editing, null, "away")}>
                    <CellEditor
                      row={row}
                      label={column.header}
                      edit={column.edit}
                      onDone={(value, onward) => onEdited(row, editing, value, onward)}
                    />
                  </PopUp>
                ) : (
                  column.cell(row)
                )}
                {refused?.column === column.id && <Refused message={refused.message} onClose={onForget} />}
              </span>
            );
          })}
          <span role="gridcell" className={styles["end"]}>
            {menu && <RowMenu items={() => menu(row)} />}
          </span>
        </>
      )}
    </div>
  );
}

export const GridRow = memo(Row) as typeof Row;

/** Beside the cell whose change was taken back: why. */
function Refused({ message, onClose }: { message: string; onClose: () => void }) {
  const say = useSay();
  return (
    <span role="alert" className={styles["refused"]}>
      {message}
      <Button look="quiet" size="small" icon excludeFromTabOrder aria-label={say("notices.close", "Dismiss")} onPress={onClose}>
        <X />
      </Button>
    </span>
  );
}

/** At the very edge there is the padding of the row to cover, elsewhere a gap. */
export const pinClass = (offset: number | undefined): string | undefined =>
  offset === undefined ? undefined : offset === 0 ? styles["pinnedEdge"] : styles["pinned"];

export function GridGroup({ title, start, rowIndex }: { title: string; start: number; rowIndex: number }) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles["group"]} style={{ transform: `translateY(${start}px)` }}>
      <span role="gridcell">{title}</span>
    </div>
  );
}

interface GapProps {
  place: number;
  rowIndex: number;
  start: number;
  size: number;
  isStop: boolean;
}

/** A row that is not here yet. It takes the focus, so that whoever moves through the list does not lose it. */
export function GridGap({ place, rowIndex, start, size, isStop }: GapProps) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-busy
      data-row={place}
      tabIndex={isStop ? 0 : -1}
      className={classes(styles["row"], styles["gap"])}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" />
    </div>
  );
}

/** True for a moment after another person changed the row. */
function useChanged(version: number): boolean {
  const known = useRef(version);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (known.current === version) return undefined;
    known.current = version;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), 1200);
    return () => clearTimeout(timer);
  }, [version]);
  return changed;
}
