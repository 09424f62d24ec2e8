/** What a list shows of each row, and what a person changed about it on this browser. */
import type { ReactNode } from "react";

import { keep, recall } from "../../browser/preferences";

/** What a control in a cell is given. */
export interface CellControl {
  label: string;
  value: string;
  /** The values that can be saved; errors are read from the field. */
  onChange: (value: string) => void;
  /** Chosen and saved in one press. */
  onSave: (value: string) => void;
}

/** How a cell is changed where it stands. */
export interface CellEdit<Row> {
  /** Whether the cell of this row can be changed now. */
  allows: (row: Row) => boolean;
  value: (row: Row) => string;
  /** Takes the focus when it appears. */
  control: (control: CellControl) => ReactNode;
}

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  edit?: CellEdit<Row>;
  /** Makes the column sortable in a list whose rows are all here. */
  compare?: (a: Row, b: Row) => number;
  /** Makes it sortable in a list of the desk: by this column of the kind. */
  field?: string;
  /** Of a column of ids: in which order they stand. */
  ranks?: Readonly<Record<string, number>>;
  /** The column that counts where a row has nothing in this one, and the one after both. */
  or?: string;
  then?: string;
  width: number;
  /** Takes the room that is left; exactly one column of a list does. */
  grows?: boolean;
  /** Cannot be hidden. */
  fixed?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** Nobody but the server says it: its head has the mark. */
  fromServer?: boolean;
  /** Left out while a panel stands beside the list, and where the window is no wider than a tablet. */
  wideOnly?: boolean;
}

export interface Arrangement {
  order: string[];
  /** What a person chose; all others stand there as their column says. */
  hidden: Record<string, boolean>;
  widths: Record<string, number>;
  /** These stay where they are while the others scroll. */
  pinned: string[];
  sort: { id: string; desc: boolean }[];
}

/** What was arranged before; columns that came since stand at the end, those that went are forgotten. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  stored: Partial<Arrangement>,
  sort: Arrangement["sort"],
): Arrangement {
  const known = new Set(columns.map(({ id }) => id));
  const kept = (stored.order ?? []).filter((id) => known.has(id));
  return {
    order: [...kept, ...columns.map(({ id }) => id).filter((id) => !kept.includes(id))],
    hidden: Object.fromEntries(Object.entries(stored.hidden ?? {}).filter(([id]) => known.has(id))),
    widths: Object.fromEntries(Object.entries(stored.widths ?? {}).filter(([id]) => known.has(id))),
    pinned: (stored.pinned ?? []).filter((id) => known.has(id)),
    sort: (stored.sort ?? sort).filter(({ id }) => known.has(id)),
  };
}

/** The pinned ones first, each in its order. */
export const pinnedFirst = ({ order, pinned }: Pick<Arrangement, "order" | "pinned">): string[] => [
  ...order.filter((id) => pinned.includes(id)),
  ...order.filter((id) => !pinned.includes(id)),
];

/** One that nobody chose about may come and go, with what stands in it. */
export const isHidden = ({ id, fixed = false, hidden = false }: Pick<Column<never>, "id" | "fixed" | "hidden">, chosen: Arrangement["hidden"]): boolean =>
  !fixed && (chosen[id] ?? hidden);

/** The columns that stand on the screen, in their order; `narrow` leaves out those that are only for wide lists. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], arrangement: Arrangement, isNarrow: boolean): Column<Row>[] {
  return pinnedFirst(arrangement).flatMap((id) => columns.find((column) => column.id === id && !isHidden(column, arrangement.hidden) && !(isNarrow && column.wideOnly)) ?? []);
}

/** The padding of a row, the box that selects it, and what stands between two cells. */
const EDGE_PX = 16;
const BOX_PX = 16;
const GAP_PX = 12;

/** The button or menu at the end of a row, and the padding after it. */
const END_PX = 28;
const END_EDGE_PX = 12;

/**
 * The tracks that the head and every row have, and the width below which the list scrolls sideways.
 *
 * Each row is a grid of its own: where its contents had a say in its width, its columns would not line up with the others.
 */
export function tracks(
  shown: readonly { id: string; width: number; grows?: boolean }[],
  { widths }: Pick<Arrangement, "widths">,
  selectable: boolean,
): { template: string; narrowest: number } {
  const columns = shown.map(({ id, width, grows }) => ({ px: grows ? width : (widths[id] ?? width), grows }));
  const sizes = [...(selectable ? [BOX_PX] : []), ...columns.map(({ px }) => px), END_PX];
  return {
    template: [
      ...(selectable ? [`${BOX_PX}px`] : []),
      ...columns.map(({ px, grows }) => (grows ? `minmax(${px}px, 1fr)` : `${px}px`)),
      `${END_PX}px`,
    ].join(" "),
    narrowest: EDGE_PX + sizes.reduce((sum, px) => sum + px, 0) + GAP_PX * (sizes.length - 1) + END_EDGE_PX,
  };
}

/** How far from the edge each pinned column stays; the gap before a cell belongs to it, so that nothing shows through. */
export function pinOffsets(
  shown: readonly { id: string; width: number }[],
  { widths, pinned }: Pick<Arrangement, "widths" | "pinned">,
  selectable: boolean,
): Record<string, number> {
  const offsets: Record<string, number> = {};
  let next = selectable ? EDGE_PX + BOX_PX : 0;
  for (const { id, width } of shown) {
    if (!pinned.includes(id)) break;
    offsets[id] = next;
    next += (next === 0 ? EDGE_PX : GAP_PX) + (widths[id] ?? width);
  }
  return offsets;
}

export const recallArrangement = (name: string): Partial<Arrangement> => recall(`grid.${name}`, {});
export const keepArrangement = (name: string, arrangement: Arrangement): void => keep(`grid.${name}`, arrangement);
