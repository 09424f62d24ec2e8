/** A document expires on the day after its last one. */
import { expect, test } from "vitest";

import { stageOf } from "./lifecycle";

const TODAY = "2026-11-20";

test.each([
  ["active", null, "active"],
  ["active", "2026-11-19", "expired"],
  ["active", "2026-11-20", "expiring"],
  ["active", "2027-02-18", "expiring"],
  ["active", "2027-02-19", "active"],
  ["draft", "2020-01-01", "draft"],
  ["archived", "2020-01-01", "archived"],
] as const)("%s until %s is %s", (state, day, stage) => expect(stageOf(state, day, TODAY)).toBe(stage));
