/** Saved filters as this device opens them, and what one of them asks of a list. */
import { useMemo } from "react";

import { held, wholeSince } from "../api/held";
import { useAllSavedFiltersQuery } from "../api/savedFilters";
import { ROW, TITLE } from "../desk/kind";
import type { View } from "../desk/messages";
import { resolved, type Asker, type Node } from "../desk/where";
import type { SavedFilterPayload } from "../payloads/saved-filter.generated";
import { useMay, useSignedIn, useToday } from "../session/useSession";
import type { Item } from "./item";
import { SAVED_FILTER, type FilterFacts } from "./kinds/savedFilter";
import { useRows, type AnyRow, type Making } from "./list/useRows";
import { useSome } from "./list/useSome";
import type { OpenedItem } from "./opening";
import { useFeed } from "./useFeed";

export interface SavedFilter {
  id: string;
  name: string;
  /** The kind of items that it asks for, as was signed. */
  entity: string | null;
  where: Record<string, unknown>;
  view: SavedFilterPayload["view"];
}

type Row = AnyRow & OpenedItem<Item<object, FilterFacts>, SavedFilterPayload>;

const MAKING: Making<object, FilterFacts, SavedFilterPayload, Row> = { of: SAVED_FILTER, nothing: {}, rowOf: (opened) => opened };
const OPEN: View = { kind: "saved-filter", where: { field: ROW, op: "eq", value: "open" }, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null };

export interface SavedFilters {
  /** By name. Undefined until it is known which there are, and where nothing can be opened. */
  filters: readonly SavedFilter[] | undefined;
  failed: boolean;
}

export function useSavedFilters(needed = true): SavedFilters {
  const may = useMay()("savedFilter.read");
  const asked = useAllSavedFiltersQuery(undefined, { skip: !needed || !may });
  const { data, failure } = held(asked);
  const answers = data?.rows;
  useFeed("saved-filter", answers, wholeSince(asked));
  const { rows } = useSome(OPEN, Number.MAX_SAFE_INTEGER, useRows(MAKING, answers));
  const filters = useMemo(
    () =>
      answers &&
      rows?.flatMap(({ id, item, opening }) =>
        opening.name === "open" ? [{ id, name: opening.payload.name, entity: item.entity, where: opening.payload.where, view: opening.payload.view }] : [],
      ),
    [answers, rows],
  );
  return { filters, failed: failure !== null };
}

export function useAsker(): Asker {
  const { user } = useSignedIn();
  const today = useToday();
  return useMemo(() => ({ me: user.id, today }), [user.id, today]);
}

/** What it asks today of whoever reads; null where it cannot even be walked through, as a filter may hold anything that is an object. */
export function questionOf({ where }: Pick<SavedFilter, "where">, asker: Asker): Node | null {
  try {
    return resolved(where as unknown as Node, asker);
  } catch (reason) {
    if (reason instanceof TypeError) return null;
    throw reason;
  }
}
