/** Saved filters as ways to lists: where each leads, and how many it finds. */
import type { View } from "../../desk/messages";
import type { Asker, Node } from "../../desk/where";
import { questionOf, type SavedFilter } from "../../lists/savedFilters";
import { KINDS, type ListedKind } from "../kinds";
import { counted, inUse } from "./known";

export interface Way {
  id: string;
  name: string;
  kind: ListedKind;
  href: string;
  filter: SavedFilter;
}

/** Those of kinds that this app has lists of and this person may read. */
export const waysOf = (filters: readonly SavedFilter[], may: (permission: string) => boolean): Way[] =>
  filters.flatMap((filter) => {
    const { id, name, entity, view } = filter;
    const found = KINDS.find(({ kind, lookOf }) => kind === entity && lookOf);
    return found && may(`${found.kind}.read`) ? [{ id, name, kind: found.kind, href: `${found.path}?filter=${id}${found.lookOf?.(view) ?? ""}`, filter }] : [];
  });

/** The rows of its list that this device has verified; null where it cannot be asked. `hidden`: what is out of sight with its profiles. */
export function countedView({ kind, filter }: Way, asker: Asker, hidden: Node | null): View | null {
  const node = questionOf(filter, asker);
  if (!node) return null;
  const where = hidden ? [{ not: hidden }, node] : [node];
  return kind === "task" ? counted(kind, where) : inUse(kind, where);
}
