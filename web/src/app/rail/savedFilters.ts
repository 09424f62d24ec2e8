/** Saved filters as ways to lists: where each leads, and how many it finds. */
import type { View } from "../../desk/messages";
import type { Asker, Node } from "../../desk/where";
import { questionOf, type SavedFilter } from "../../lists/savedFilters";
import { counted, inUse, type CountedKind } from "./known";

/** What is drawn as rows there: without it the list has a look of its own. */
const LOOKS: Record<CountedKind, (view: SavedFilter["view"]) => string> = {
  document: (view) => (view === "cards" ? "&view=gallery" : ""),
  task: (view) => (view === "board" ? "" : "&view=list"),
  contact: () => "",
  vendor: () => "",
};

const PATHS: Record<CountedKind, string> = { document: "/documents", task: "/tasks", contact: "/contacts", vendor: "/vendors" };

export interface Way {
  id: string;
  name: string;
  kind: CountedKind;
  href: string;
  filter: SavedFilter;
}

const isCounted = (entity: string | null): entity is CountedKind => entity !== null && Object.hasOwn(PATHS, entity);

/** Those of kinds that this app has lists of and this person may read. */
export const waysOf = (filters: readonly SavedFilter[], may: (permission: string) => boolean): Way[] =>
  filters.flatMap((filter) => {
    const { id, name, entity, view } = filter;
    return isCounted(entity) && may(`${entity}.read`) ? [{ id, name, kind: entity, href: `${PATHS[entity]}?filter=${id}${LOOKS[entity](view)}`, filter }] : [];
  });

/** The rows of its list that this device has verified; null where it cannot be asked. `hidden`: what is out of sight with its profiles. */
export function countedView({ kind, filter }: Way, asker: Asker, hidden: Node | null): View | null {
  const node = questionOf(filter, asker);
  if (!node) return null;
  const where = hidden ? [{ not: hidden }, node] : [node];
  return kind === "task" ? counted(kind, where) : inUse(kind, where);
}
