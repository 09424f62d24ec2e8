/** Contacts by a saved filter: asked on this device, of what it has opened and of what their statements sign. */
import { useEffect, useMemo, useState } from "react";

import type { DeskKind } from "../../desk/kind";
import { Segment } from "../../desk/segment";
import { asking, NotAskable, resolved, type Asker, type Asks, type Node } from "../../desk/where";
import { useSavedFilters, type SavedFilter } from "../../lists/savedFilters";
import type { VerifiedItem } from "../../keyring/contract";

export type ContactFilter = Pick<SavedFilter, "id" | "name" | "where">;

/** Where contacts are asked by columns: the feature of contacts says which there are, and `app` brings the two together. */
export type LoadDeskKind = () => Promise<DeskKind>;

/** What is asked of one row. */
export interface Asked {
  id: string;
  payload: unknown;
  item: VerifiedItem;
}

const NONE: readonly ContactFilter[] = [];

/** Those of contacts that this device opens, by name. */
export function useContactFilters(needed: boolean): readonly ContactFilter[] {
  const { filters } = useSavedFilters(needed);
  return useMemo(() => filters?.filter(({ entity }) => entity === "contact") ?? NONE, [filters]);
}

/** Undefined until it was fetched. */
export function useDeskKind(load: LoadDeskKind, needed: boolean): DeskKind | undefined {
  const [kind, setKind] = useState<DeskKind>();
  useEffect(() => {
    if (!needed || kind) return undefined;
    let gone = false;
    load().then(
      (loaded) => !gone && setKind(loaded),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [load, needed, kind]);
  return kind;
}

/** The ids of those that a filter finds; null where it cannot be asked of this kind, and then it finds nobody. */
export function foundBy(kind: DeskKind, { where }: Pick<ContactFilter, "where">, rows: readonly Asked[], asker: Asker): ReadonlySet<string> | null {
  let asks: Asks;
  try {
    // A filter may hold anything that is an object: what cannot even be walked through cannot be asked either.
    asks = asking(resolved(where as unknown as Node, asker), kind);
  } catch (reason) {
    if (reason instanceof NotAskable || reason instanceof TypeError) return null;
    throw reason;
  }
  const segment = new Segment(kind);
  const found = new Set<string>();
  for (const { id, payload, item } of rows) {
    const place = segment.put({ id, version: 0, word: {}, state: "open", item, payload }, 0);
    if (asks(segment, place) === "yes") found.add(id);
  }
  return found;
}
