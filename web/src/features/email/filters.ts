/** Contacts by a saved filter: asked on this device, of what it has opened and of what their statements sign. */
import { useEffect, useMemo, useState } from "react";

import { held, wholeSince } from "../../api/held";
import { useAllSavedFiltersQuery } from "../../api/savedFilters";
import type { DeskKind } from "../../desk/kind";
import { Segment } from "../../desk/segment";
import { asking, NotAskable, resolved, type Asker, type Asks, type Node } from "../../desk/where";
import { ROW, TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { SAVED_FILTER, type FilterFacts } from "../../items/kinds/savedFilter";
import { useRows, type AnyRow, type Making } from "../../items/list/useRows";
import { useSome } from "../../items/list/useSome";
import type { Item } from "../../items/item";
import type { OpenedItem } from "../../items/opening";
import { useFeed } from "../../items/useFeed";
import type { VerifiedItem } from "../../keyring/contract";
import type { SavedFilterPayload } from "../../payloads/saved-filter.generated";
import { useMay, useSignedIn, useToday } from "../../session/useSession";

export interface ContactFilter {
  id: string;
  name: string;
  where: Record<string, unknown>;
}

/** Where contacts are asked by columns: the feature of contacts says which there are, and `app` brings the two together. */
export type LoadDeskKind = () => Promise<DeskKind>;

/** What is asked of one row. */
export interface Asked {
  id: string;
  payload: unknown;
  item: VerifiedItem;
}

type Row = AnyRow & OpenedItem<Item<object, FilterFacts>, SavedFilterPayload>;

const MAKING: Making<object, FilterFacts, SavedFilterPayload, Row> = { of: SAVED_FILTER, nothing: {}, rowOf: (opened) => opened };
const OF_CONTACTS: View = {
  kind: "saved-filter", where: { all: [{ field: "entity", op: "eq", value: "contact" }, { field: ROW, op: "eq", value: "open" }] }, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null,
};
const NONE: readonly ContactFilter[] = [];

/** Those of contacts that this device opens, by name. */
export function useContactFilters(needed: boolean): readonly ContactFilter[] {
  const may = useMay()("savedFilter.read");
  const asked = useAllSavedFiltersQuery(undefined, { skip: !needed || !may });
  const answers = held(asked).data?.rows;
  useFeed("saved-filter", answers, wholeSince(asked));
  const { rows } = useSome(OF_CONTACTS, Number.MAX_SAFE_INTEGER, useRows(MAKING, answers));
  return useMemo(
    () => rows?.flatMap(({ id, opening }) => (opening.name === "open" ? [{ id, name: opening.payload.name, where: opening.payload.where }] : [])) ?? NONE,
    [rows],
  );
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

export function useAsker(): Asker {
  const { user } = useSignedIn();
  const today = useToday();
  return useMemo(() => ({ me: user.id, today }), [user.id, today]);
}
