/** What the signed attributes of a saved filter say. */
import { textIn, type ItemKind } from "../item";

export interface FilterFacts {
  /** The kind of items that it asks for. */
  entity: string | null;
}

export const SAVED_FILTER: ItemKind<FilterFacts> = {
  kind: "saved-filter",
  factsIn: (attributes) => ({ entity: textIn(attributes, "entity") }),
};
