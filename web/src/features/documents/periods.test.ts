/** A document expires on the day after its last one, and each day belongs to one period. */
import { expect, test } from "vitest";

import { addDays } from "../../dates/days";
import { periodAt, steps } from "./periods";

const TODAY = "2026-11-20";

test.each([
  [-1, "expired"],
  [0, "30"],
  [30, "30"],
  [31, "90"],
  [90, "90"],
  [91, "later"],
] as const)("%i days from today: %s", (left, period) => {
  const day = addDays(TODAY, left);
  expect(periodAt(steps(TODAY).filter((step) => day >= step).length)).toBe(period);
});
