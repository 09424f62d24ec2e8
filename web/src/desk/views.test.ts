/** What a view shows is what a person would filter, sort and count by hand. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { Collection } from "./collection.ts";
import { Result } from "./result.ts";
import { Orders } from "./sorting.ts";
import { views, typedTexts } from "./testing/asked.ts";
import { naiveHolds, naiveView } from "./testing/naive.ts";
import { openedOf, stood, THING } from "./testing/rows.ts";
import type { Opened } from "./row.ts";

function desk(language = "en") {
  let stamp = 0;
  const collection = new Collection(THING, () => (stamp += 1), 4);
  return { collection, orders: new Orders(collection, language) };
}

const distinct = (rows: Opened[]): Opened[] => [...new Map(rows.map((row) => [row.id, row])).values()];
const heap = fc.array(stood(40), { maxLength: 40 }).map((all) => distinct(all.map((one) => openedOf(one, 1))));

test("a view has the rows that pass, in the order that was asked for", () => {
  const seen = { rows: 0, left: 0, near: 0, grouped: 0, stepped: 0, ranked: 0, first: 0, either: 0, unknown: 0 };
  fc.assert(
    fc.property(heap, views, fc.constantFrom("en", "de", "sv", "ar"), (rows, view, language) => {
      const { collection, orders } = desk(language);
      collection.put(rows);
      const result = new Result(collection, orders, view);
      const wanted = naiveView(rows, view, language).map(({ id }) => id);
      expect(result.ids).toEqual(wanted);

      seen.rows += wanted.length;
      seen.left += rows.length - wanted.length;
      seen.near += Number(result.isNearOnly && wanted.length > 0);
      seen.grouped += Number(view.group !== null && result.groups().length > 1);
      seen.stepped += Number(typeof view.group === "object" && view.group !== null && result.groups().length > 1);
      seen.ranked += Number(view.sort.some(({ ranks }) => ranks && Object.keys(ranks).length > 1) && wanted.length > 1);
      seen.first += Number(view.sort.some(({ or }) => or !== undefined) && wanted.length > 1);
      seen.either += Number(JSON.stringify(view.where).includes('"due"') && wanted.length > 0 && wanted.length < rows.length);
      seen.unknown += Number(rows.some(({ state }) => state !== "open") && wanted.length > 0);
    }),
    { numRuns: 6000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

test("a search finds exactly what holds every part of what was typed, in every script", () => {
  const found = { hits: 0, misses: 0, marked: 0 };
  fc.assert(
    fc.property(heap, typedTexts, (rows, text) => {
      const { collection, orders } = desk();
      collection.put(rows);
      const result = new Result(collection, orders, { kind: "contact", where: null, text, sort: [], group: null });
      const holding = rows.filter((row) => naiveHolds(row, text)).map(({ id }) => id);
      if (!result.isNearOnly) expect(new Set(result.ids)).toEqual(new Set(holding));
      else expect(holding).toEqual([]);
      found.hits += holding.length;
      found.misses += Number(result.isNearOnly);
      found.marked += Number(holding.length > 0 && /[^ -~]/.test(text));
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(...Object.values(found))).toBeGreaterThan(20);
});
