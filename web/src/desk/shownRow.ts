/** A row as it stands in a segment, made for the page. */
import type { Collection, Slot } from "./collection.ts";
import type { Cell, Row } from "./row.ts";

export function shownRow(collection: Collection, slot: Slot): Row {
  const { segment, place } = collection.at(slot);
  const cells: Cell[] = [];
  const word: Cell[] = [];
  collection.kind.columns.forEach(({ from }, i) => (from === "word" ? word : cells).push(segment.columns[i]?.[place] ?? null));
  return {
    id: segment.ids[place] ?? "", stamp: segment.stamps[place] ?? 0, state: segment.states[place] ?? "opening",
    grade: segment.knownOf(place)?.grade ?? null, cells, word,
  };
}
