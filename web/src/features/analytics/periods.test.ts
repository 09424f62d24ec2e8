/** Periods have no gap, and none is twice. */
import { expect, test } from "vitest";

import { addDays, daysBetween } from "../../dates/days";
import { beginOf, monthsAfter, periods, periodsOf, RANGES, type Range } from "./periods";

test("weeks begin on Monday, months on their first day", () => {
  expect(beginOf("2026-11-29", "week")).toBe("2026-11-23");
  expect(beginOf("2026-11-23", "week")).toBe("2026-11-23");
  expect(beginOf("2027-01-01", "week")).toBe("2026-12-28");
  expect(beginOf("2026-02-28", "month")).toBe("2026-02-01");
  expect(beginOf("2026-02-28", "day")).toBe("2026-02-28");
});

test("months go on over the end of a year, in both directions", () => {
  expect(monthsAfter("2026-11-27", 2)).toBe("2027-01-01");
  expect(monthsAfter("2026-02-03", -2)).toBe("2025-12-01");
  expect(periods("2026-11-15", "2027-02-01", "month")).toEqual(["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]);
});

test.each(["month", "quarter", "year"] as Range[])("every day of the %s is in exactly one period, and today in the last", (range) => {
  for (let shift = 0; shift < 400; shift += 13) {
    const today = addDays("2026-01-01", shift);
    const found = periodsOf(range, today);
    const { days, unit } = RANGES[range];
    expect(new Set(found).size).toBe(found.length);
    const shown = Array.from({ length: days }, (_, back) => beginOf(addDays(today, -back), unit));
    expect(new Set(shown)).toEqual(new Set(found));
    expect(found.at(-1)).toBe(beginOf(today, unit));
    if (unit === "day") expect(daysBetween(found[0] ?? "", today)).toBe(days - 1);
  }
});
