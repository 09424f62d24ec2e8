/** The rows of a list, in their order: all of them, or a window of many. */
import { useMemo } from "react";

import type { Arrangement, Column } from "./columns";
import type { Heading } from "./layout";

export interface Source<Row> {
  readonly count: number;
  readonly headings: readonly Heading[];
  /** Nothing where it is not here yet. */
  readonly rowAt: (place: number) => Row | undefined;
  readonly idAt: (place: number) => string | undefined;
  /** Where a row stands; -1 where that is not known here. */
  readonly placeOf: (id: string) => number;
  /** The ids of all rows in their order. */
  readonly order: () => readonly string[] | Promise<readonly string[]>;
  /** Which rows are on the screen. The same function for as long as the list stands. */
  readonly look?: (from: number, to: number) => void;
}

interface Sorting<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  groupOf: ((row: Row) => string) | undefined;
  sort: Arrangement["sort"];
}

const NO_HEADINGS: readonly Heading[] = [];

/** Rows that are all here, sorted by their columns. */
export function useSorted<Row>({ rows, columns, rowId, groupOf, sort: [by] }: Sorting<Row>): { source: Source<Row>; ids: string[] } {
  const sorted = useMemo(() => {
    const compare = columns.find(({ id }) => id === by?.id)?.compare;
    if (!compare) return rows;
    return [...rows].sort(by?.desc ? (a, b) => compare(b, a) : compare);
  }, [rows, columns, by?.id, by?.desc]);

  return useMemo(() => {
    const ids = sorted.map(rowId);
    const places = new Map(ids.map((id, place) => [id, place]));
    const source: Source<Row> = {
      count: ids.length,
      headings: groupOf ? headingsOf(sorted, groupOf) : NO_HEADINGS,
      rowAt: (place) => sorted[place],
      idAt: (place) => ids[place],
      placeOf: (id) => places.get(id) ?? -1,
      order: () => ids,
    };
    return { source, ids };
  }, [sorted, rowId, groupOf]);
}

/** One wherever a row is of another group than the row before it. */
function headingsOf<Row>(rows: readonly Row[], groupOf: (row: Row) => string): Heading[] {
  const headings: Heading[] = [];
  rows.forEach((row, from) => {
    const title = groupOf(row);
    if (title !== headings.at(-1)?.title) headings.push({ title, from });
  });
  return headings;
}
