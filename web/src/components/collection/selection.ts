/** Which rows are selected, and where the next range begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The row from which Shift reaches. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: string): Selection {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return { ids: changed, anchor: id };
}

/** Everything between the anchor and this row, added to what is selected. */
export function extendTo(selection: Selection, order: readonly string[], id: string): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (from < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** All that match, and not only what is on the screen. */
export const selectAll = (order: readonly string[]): Selection => ({ ids: new Set(order), anchor: order[0] ?? null });

/** Filtered-out rows are deselected, so actions apply to visible rows only. */
export function keepVisible(selection: Selection, order: readonly string[]): Selection {
  const visible = new Set(order);
  if ([...selection.ids].every((id) => visible.has(id))) return selection;
  const ids = new Set([...selection.ids].filter((id) => visible.has(id)));
  return { ids, anchor: selection.anchor !== null && visible.has(selection.anchor) ? selection.anchor : null };
}

export type Extent = "none" | "some" | "all";

/** What is selected is in the list, so it is all of it when it is as many. */
export function extent({ ids }: Selection, count: number): Extent {
  if (ids.size === 0) return "none";
  return ids.size >= count ? "all" : "some";
}
