/** A head that is too old, or from the future, is told apart from a good one. */
import { expect, it } from "vitest";

import { freshnessOf } from "./checking.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2026-03-01T12:00:00Z");

it.each([
  [null, "unknown"],
  [NOON, "current"],
  [NOON - 120 * MINUTE, "current"],
  [NOON - 121 * MINUTE, "late"],
  [NOON + 10 * MINUTE, "current"],
  [NOON + 11 * MINUTE, "ahead"],
] as const)("a head of %s is %s at noon", (time, freshness) => {
  expect(freshnessOf(time, NOON)).toBe(freshness);
});
