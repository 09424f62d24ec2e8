/** A row as it stands in a segment, made for the page. */
import type { Collection, Slot } from "./collection.ts";
import type { Cell, Row, Whole } from "./row.ts";

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

export function wholeRow(collection: Collection, slot: Slot): Row {
  const whole = wholeAt(collection, slot);
  return whole ? { ...shownRow(collection, slot), whole } : shownRow(collection, slot);
}

export function wholeAt(collection: Collection, slot: Slot): Whole | null {
  const { segment, place } = collection.at(slot);
  const row = segment.rowOf(place);
  if (!row) return null;
  const { id, state, version, item, word } = row;
  const [ahead, signs] = [collection.ahead(id), collection.signs(id)];
  return {
    id, stamp: segment.stamps[place] ?? 0, state, version, item, word,
    ...("payload" in row ? { payload: row.payload } : {}), ...("last" in row ? { last: row.last } : {}), ...("unfit" in row ? { unfit: row.unfit } : {}), ...(ahead.length > 0 ? { ahead } : {}), ...(signs ? { signs } : {}),
  };
}
