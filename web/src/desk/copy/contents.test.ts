/** Rows that come out of a box are found and kept as if they had just been opened, also where something was on its way when they were written. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { Collection } from "../collection.ts";
import { madeOf, textOf } from "../made.ts";
import type { Opened } from "../row.ts";
import { openedOf, stood, THING, type Thing } from "../testing/rows.ts";
import { contentsOf, rowsIn } from "./contents.ts";

const ODD = ["a\nb", "\f", "\t", "tab\tand\fform\r\nfeed\u2028\u2029", "\u0000\u0007", " ", ""];
const odd: fc.Arbitrary<Thing> = fc.record({ name: fc.constantFrom(...ODD), notes: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...ODD)) });

function aCollection(): Collection {
  let stamp = 0;
  return new Collection(THING, () => (stamp += 1), 4);
}

/** All that is known of each row, with the text by which it is found. */
const standing = (collection: Collection) =>
  collection.all().map((slot) => {
    const { segment, place } = collection.at(slot);
    return { row: segment.rowOf(place), text: segment.text.slice(segment.startOf(place), segment.endOf(place)), columns: segment.columns.map((column) => column[place]) };
  });

test("what was written comes back as it was", () => {
  const counted = { open: 0, odd: 0, ahead: 0 };
  const rows = fc.uniqueArray(fc.record({ stood: stood(20), odd: fc.option(odd, { nil: undefined }), ahead: fc.boolean() }), { selector: ({ stood: { number } }) => number, minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, (some) => {
      const opened = some.map(({ stood: one, odd: payload }, i): Opened => openedOf(payload ? { ...one, said: { state: "open", payload } } : one, i + 1));
      const [before, after, anew] = [aCollection(), aCollection(), aCollection()];
      before.put(opened);
      some.forEach(({ ahead }, i) => {
        const row = opened[i];
        if (!row || !ahead || row.state !== "open") return;
        before.act(i, row.id, { members: { name: "Another" } });
        counted.ahead += 1;
      });
      const made = before.all().map((slot) => {
        const { segment, place } = before.at(slot);
        return segment.madeAt(place, before.ahead(segment.ids[place] ?? "").length > 0);
      });
      const back = rowsIn(contentsOf(made));
      for (const row of back) {
        expect(madeOf(THING, row, row).text).toBe(textOf(THING, row));
        counted.open += row.state === "open" ? 1 : 0;
      }
      counted.odd += some.filter(({ odd: payload }) => payload !== undefined).length;
      after.put(back);
      anew.put(back.map((row) => structuredClone(row)));
      expect(standing(after)).toEqual(standing(anew));
      expect(new Set(back.map(({ id }) => id))).toEqual(new Set(opened.map(({ id }) => id)));
    }),
    { numRuns: 300 },
  );
  expect(Object.entries(counted).filter(([, count]) => count < 100)).toEqual([]);
});
