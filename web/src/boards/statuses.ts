/** The statuses that tasks can be in, opened on this device. */
import { useMemo } from "react";

import { useListStatusesQuery, wholeStatus, type BuiltInStatus, type Category, type Outcome, type StatusItem } from "../api/statuses";
import { useSay, type Say } from "../i18n/say";
import { useOpenedItems } from "../items/opening";
import type { SealedItem } from "../keyring/contract";
import type { Opening } from "../keyring/react";
import type { NamedPayload } from "../payloads/named";
import { useMay } from "../session/useSession";
import { byRank } from "./byRank";
import { lookOf, type BoardEntry } from "./entry";

export interface StatusEntry extends BoardEntry {
  category: Category;
  /** Only of what is done. */
  outcome: Outcome | null;
  /** The default status of a category. */
  default: boolean;
  /** Where the tasks of a removed one are; `followed` goes there. */
  movedTo: string | null;
  item: StatusItem;
  /** The name of a built-in status that was not renamed. */
  unnamed: string | null;
  /** Null while a built-in one has no content of its own. */
  opening: Opening<NamedPayload> | null;
}

const NONE: never[] = [];

const hasContent = (item: StatusItem): item is StatusItem & SealedItem => item.sealed !== null;

/** All of them in their order, removed ones too: tasks may still name those. Undefined until the list is there. */
export function useStatuses(): readonly StatusEntry[] | undefined {
  const say = useSay();
  const may = useMay()("status.read");
  const { data } = useListStatusesQuery(undefined, { skip: !may });
  const items = useMemo(() => data?.data.map(wholeStatus), [data]);
  const sealed = useMemo(() => items?.filter(hasContent) ?? NONE, [items]);
  const opened = useOpenedItems<StatusItem & SealedItem, NamedPayload>("status", sealed);
  return useMemo(() => {
    const openings = new Map(opened?.map(({ id, opening }) => [id, opening]));
    return items?.map((item) => statusEntry(item, openings.get(item.id) ?? null, say)).sort(byRank);
  }, [items, opened, say]);
}

export function statusEntry(item: StatusItem, opening: Opening<NamedPayload> | null, say: Say): StatusEntry {
  const { id, rank, state, category, outcome, movedTo, builtin } = item;
  const unnamed = builtin && builtInName(say, builtin);
  const closed = say("boards.closedStatus", "Status (no access)");
  const look = opening ? lookOf(opening, closed) : { name: unnamed ?? closed, colour: null };
  return {
    id, rank, category, outcome, default: item.default, movedTo, isRemoved: state === "deleted", unnamed, item, opening,
    ...look, name: look.name || (unnamed ?? closed),
  };
}

/** Those that a task can be put into. */
export const standing = <Entry extends BoardEntry>(entries: readonly Entry[]): Entry[] => entries.filter(({ isRemoved }) => !isRemoved);

/** The status that a task with this id is in: a removed one leads to another. */
export function followed(statuses: readonly StatusEntry[], id: string): StatusEntry | undefined {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null && !seen.has(next);) {
    seen.add(next);
    const found = statuses.find((status) => status.id === next);
    if (!found?.movedTo) return found;
    next = found.movedTo;
  }
  return undefined;
}

/** The default status of a category: the marked one, else the first. */
export function defaultOf(statuses: readonly StatusEntry[], category: Category): StatusEntry | undefined {
  const found = standing(statuses).filter((status) => status.category === category);
  return found.find((status) => status.default) ?? found[0];
}

/** Where the tasks of this one may go when it is removed; nowhere while it is the last of its kind. */
export function targetsOf(statuses: readonly StatusEntry[], { id, category, outcome, default: isDefault }: StatusEntry): StatusEntry[] {
  const others = standing(statuses).filter((other) => other.id !== id && other.category === category);
  // Tasks can always be completed, and a default of what is done is somewhere where they are.
  if (outcome === "completed" && others.every((other) => other.outcome !== "completed")) return [];
  return isDefault ? others.filter((other) => other.outcome !== "cancelled") : others;
}

/** Only what is open or completed can be where tasks begin or end. */
export const canBeDefault = ({ category, outcome }: StatusEntry): boolean => category !== "active" && outcome !== "cancelled";

/** The built-in statuses, with translated names until they are renamed. */
export function builtInName(say: Say, builtin: BuiltInStatus): string {
  switch (builtin) {
    case "todo":
      return say("boards.todo", "To do");
    case "inProgress":
      return say("boards.inProgress", "In progress");
    case "waiting":
      return say("boards.waiting", "Waiting");
    case "done":
      return say("boards.done", "Done");
    case "cancelled":
      return say("boards.cancelled", "Cancelled");
  }
}
