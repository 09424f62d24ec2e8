/** Days are written in any order and with any sign between them, and are kept as the server takes them. */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Say } from "../say";
import { countsIn, dayCountsReading, MOST_COUNTS, MOST_DAYS, writtenCounts } from "./dayCounts";

const say = ((_id: string, message: string) => message) as Say;
const read = (text: string) => {
  const reading = dayCountsReading(say, text);
  return reading.is === "value" ? countsIn(reading.value) : reading.is;
};

test("whatever was written is ascending and each once, and reads as itself", () => {
  const days = fc.array(fc.integer({ min: 0, max: MOST_DAYS }), { minLength: 1, maxLength: MOST_COUNTS });
  fc.assert(
    fc.property(days, fc.constantFrom(",", ", ", " ", ";", "،"), (counts, between) => {
      const kept = read(counts.join(between));
      expect(kept).toEqual([...new Set(counts)].sort((one, other) => one - other));
      expect(read(writtenCounts(Array.isArray(kept) ? kept : []))).toEqual(kept);
    }),
  );
});

test.each([["", "nothing"], [" , ", "nothing"], ["٣٠", [30]], ["0", [0]], [String(MOST_DAYS), [MOST_DAYS]]])("%j is %j", (text, kept) => {
  expect(read(text)).toEqual(kept);
});

test.each(["-1", String(MOST_DAYS + 1), "1.5", "a week", "14, soon", Array.from({ length: MOST_COUNTS + 1 }, (_, at) => at).join(",")])("%j is wrong", (text) => {
  expect(read(text)).toBe("wrong");
});
