/** The columns of the board: which task stands in which, in which order, and between which two one was dropped. */
import { byRank } from "../../lists/boards/byRank";
import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import { VERIFIED } from "../../desk/kind";
import type { View } from "../../desk/messages";
import type { Node } from "../../desk/where";

export interface Standing {
  id: string;
  /** The status that readers see: a removed one leads to another. */
  statusId: string;
  rank: string;
}

/** A task that was moved here, and of which no list knows yet. */
export interface Ahead {
  statusId: string;
  /** Stands behind this one; null at the top. */
  afterId: string | null;
}

export interface Place {
  afterId?: string;
  beforeId?: string;
}

const ordered = <One extends Standing>(tasks: readonly One[]): One[] =>
  [...tasks].sort((one, other) => byRank(one, other));

/** By status, each in its order. What is ahead of its list stands where it was put. */
export function columnsOf<One extends Standing>(tasks: readonly One[], ahead: ReadonlyMap<string, Ahead>): Map<string, One[]> {
  const columns = Map.groupBy(
    ordered(tasks.filter(({ id }) => !ahead.has(id))),
    ({ statusId }) => statusId,
  );
  for (const [id, { statusId, afterId }] of ahead) {
    const task = tasks.find((one) => one.id === id);
    if (!task) continue;
    const column = columns.get(statusId) ?? [];
    const after = column.findIndex((one) => one.id === afterId);
    columns.set(statusId, column.toSpliced(after + 1, 0, task));
  }
  return columns;
}

/** The ids by which tasks stand in a column: its own, and those of statuses that lead to it. */
export const idsOf = (statuses: readonly StatusEntry[], statusId: string): string[] =>
  statuses.flatMap(({ id }) => (followed(statuses, id)?.id === statusId ? [id] : []));

/** In the order that people gave them. */
const BY_RANK = [{ field: "rank", dir: "asc" }] as const;

/** One column of what the board shows. */
export const columnView = (base: View, ids: readonly string[]): View => narrowed(base, { field: "statusId", op: "in", value: ids });

/** Those in no column that is drawn: nothing is known of their status, or it is not there. */
export const elsewhereView = (base: View, drawn: readonly string[]): View =>
  narrowed(base, { any: [{ field: VERIFIED, op: "eq", value: false }, { field: "statusId", op: "nin", value: drawn }] });

const narrowed = (base: View, by: Node): View => ({ ...base, where: { all: [...(base.where && "all" in base.where ? base.where.all : []), by] }, sort: BY_RANK, group: null });

/** Behind and before whom something stands that is dropped beside a task; without one it stands last. */
export function placeAt(column: readonly { id: string }[], movedId: string, beside: string | null, side: "before" | "after"): Place {
  const others = column.filter(({ id }) => id !== movedId);
  const found = others.findIndex(({ id }) => id === beside);
  const at = found < 0 ? others.length : side === "before" ? found : found + 1;
  const [after, before] = [others[at - 1], others[at]];
  return { ...(after ? { afterId: after.id } : {}), ...(before ? { beforeId: before.id } : {}) };
}

/** One step up or down in the column; null where it stands at that end. */
export function stepped(column: readonly { id: string }[], id: string, by: 1 | -1): Place | null {
  const at = column.findIndex((one) => one.id === id);
  const other = column[at + by];
  if (at < 0 || !other) return null;
  return placeAt(column, id, other.id, by === 1 ? "after" : "before");
}
