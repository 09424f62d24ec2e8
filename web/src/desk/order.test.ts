/** The order of texts as numbers. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { Order } from "./order.ts";
import { WORDS } from "./testing/rows.ts";

test("the numbers stand in the order of the texts, in whatever portions they came", () => {
  const seen = { equal: 0, compared: 0 };
  const texts = fc.array(fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 3 })), { maxLength: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.constantFrom("en", "sv", "ar"), (portions, language) => {
      const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
      const order = new Order(compare);
      for (const portion of portions) order.add(portion);
      const all = portions.flat();
      for (const one of all) {
        expect(order.numberOf(one)).toBeGreaterThan(0);
        expect(order.numberOf(one)).toBeLessThan(2 ** 32);
        for (const other of all) {
          expect(Math.sign(order.numberOf(one) - order.numberOf(other))).toBe(Math.sign(compare(one, other)));
          seen.compared += 1;
          seen.equal += Number(one !== other && compare(one, other) === 0);
        }
      }
    }),
    { numRuns: 100 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

test("where there is no room between two, all get room again", () => {
  const order = new Order((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  order.add(["a", "z"]);
  // Each comes directly before the last one: the room is halved every time.
  const texts = Array.from({ length: 80 }, (_, i) => `m${String(99 - i)}`);
  for (const text of texts) order.numberOf(text);
  const numbers = ["a", ...texts.toSorted(), "z"].map((text) => order.numberOf(text));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(82);
});
