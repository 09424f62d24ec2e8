/** The histogram loses no entry and invents none. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { slices } from "./slices";

const entry = (id: string, at: number, outcome: "success" | "denied" = "success") => ({
  id,
  at: new Date(at).toISOString(),
  outcome,
});

test("every entry stands in exactly one slice, and in the one of its time", () => {
  const moments = fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 80 }), (times, count) => {
      const cut = slices(times.map((time, index) => entry(String(index), time)), count);
      expect(cut.flatMap(({ ids }) => ids).map(Number).sort((a, b) => a - b)).toEqual(times.map((_, index) => index));
      for (const { from, to, ids } of cut)
        for (const id of ids) {
          expect(times[Number(id)]).toBeGreaterThanOrEqual(from - 1);
          expect(times[Number(id)]).toBeLessThanOrEqual(to + 1);
        }
    }),
  );
});

test("a slice with a refusal says so", () => {
  expect(slices([entry("a", 0), entry("b", 1000, "denied")], 2).map(({ failed }) => failed)).toEqual([false, true]);
});
