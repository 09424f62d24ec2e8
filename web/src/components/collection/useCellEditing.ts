/** Which cell of a list is being changed, and which change was refused. */
import { useCallback, useMemo, useState } from "react";

import type { Onward } from "./CellEditor";
import type { Column } from "./columns";

export interface Cell {
  id: string;
  column: string;
}

export interface RefusedCell extends Cell {
  message: string;
}

/** Shows the value at once, and answers why it was taken back. */
export type SaveCell<Row> = (row: Row, column: string, value: string) => Promise<string | null>;

export interface CellEditing<Row> {
  editing: Cell | null;
  refused: RefusedCell | null;
  allows: (row: Row, column: Column<Row>) => boolean;
  /** False where nothing of the row can be changed, or not this. Without a column it is the first one that can. */
  begin: (row: Row, id: string, column?: string) => boolean;
  /** Answers whether another cell of the row is being changed now. */
  finish: (row: Row, cell: Cell, value: string | null, onward: Onward) => boolean;
  forget: () => void;
}

/** `columns` are those on the screen, in their order; what holds changes back is said at the cell instead of opening it. */
export function useCellEditing<Row>(
  columns: readonly Column<Row>[],
  onSave: SaveCell<Row> | undefined,
  heldBack?: string,
): CellEditing<Row> {
  const [editing, setEditing] = useState<Cell | null>(null);
  const [refused, setRefused] = useState<RefusedCell | null>(null);

  const allows = useCallback(
    (row: Row, { edit }: Column<Row>) => onSave !== undefined && edit !== undefined && edit.allows(row),
    [onSave],
  );
  const forget = useCallback(() => setRefused(null), []);

  return useMemo(() => {
    const open = (row: Row) => columns.filter((column) => allows(row, column)).map(({ id }) => id);

    function begin(row: Row, id: string, column?: string): boolean {
      const [first] = open(row).filter((one) => column === undefined || one === column);
      if (first === undefined) return false;
      setRefused(heldBack === undefined ? null : { id, column: first, message: heldBack });
      if (heldBack === undefined) setEditing({ id, column: first });
      return true;
    }

    function finish(row: Row, cell: Cell, value: string | null, onward: Onward): boolean {
      const places = open(row);
      const by = { next: 1, previous: -1, stay: Number.NaN, away: Number.NaN }[onward];
      const neighbour = places[places.indexOf(cell.column) + by];
      setEditing(neighbour === undefined ? null : { id: cell.id, column: neighbour });
      const before = columns.find(({ id }) => id === cell.column)?.edit?.value(row);
      if (value !== null && value !== before && onSave) {
        void onSave(row, cell.column, value).then((message) => {
          if (message !== null) setRefused({ ...cell, message });
        });
      }
      return neighbour !== undefined;
    }

    return { editing, refused, allows, begin, finish, forget };
  }, [columns, allows, onSave, heldBack, editing, refused, forget]);
}
