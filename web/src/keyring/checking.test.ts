/** A head that is too old, or from the future, is told apart from a good one. */
import { expect, it } from "vitest";

import { freshnessOf, logCheckOf } from "./checking.ts";
import type { Context } from "./context.ts";

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

it("what was checked names the time of the newest head, and own writes that it should hold", () => {
  const write = { kind: "document", id: "d1", at: NOON - 2 * MINUTE };
  const report = { head: { time: NOON - 180 * MINUTE, askedAt: NOON }, leaves: 9, missing: [write], state: { nextSeq: 4 } };
  expect(logCheckOf({ report } as unknown as Context, NOON)).toEqual({
    checkedAt: NOON, headAt: NOON - 180 * MINUTE, freshness: "late", statements: 9, keyStatements: 4, missing: [write],
  });
});
