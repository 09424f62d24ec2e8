/** Filters: what can be asked, and what of it depends on the day and the person. */
import { expect, test } from "vitest";

import { THING } from "./testing/rows.ts";
import { asking, NotAskable, resolved, type Node } from "./where.ts";

const ASKER = { me: "clara", today: "2026-11-26" } as const;

test.each<[unknown, unknown]>([
  ["P30D", ["2026-11-26", "2026-12-26"]],
  ["P2W", ["2026-11-26", "2026-12-10"]],
  ["P3M", ["2026-11-26", "2027-02-26"]],
  ["P1Y1M1D", ["2026-11-26", "2027-12-27"]],
])("the next %s are days", (value, between) => {
  expect(resolved({ field: "endOn", op: "withinNext", value }, ASKER)).toEqual({ field: "endOn", op: "between", value: between });
});

test("the last days end today, and a month without that day ends with its last", () => {
  expect(resolved({ field: "endOn", op: "withinLast", value: "P1M" }, { ...ASKER, today: "2026-03-31" }))
    .toEqual({ field: "endOn", op: "between", value: ["2026-02-28", "2026-03-31"] });
});

test("whoever asks, and the day, are put in before the desk is asked", () => {
  const node: Node = { all: [{ any: [{ field: "updatedBy", op: "eq", value: "@me" }] }, { not: { field: "endOn", op: "in", value: ["@today", "2027-01-01"] } }] };
  expect(resolved(node, ASKER)).toEqual({
    all: [{ any: [{ field: "updatedBy", op: "eq", value: "clara" }] }, { not: { field: "endOn", op: "in", value: ["2026-11-26", "2027-01-01"] } }],
  });
});

const deep = (levels: number): Node => (levels === 1 ? { field: "city", op: "empty" } : { not: deep(levels - 1) });
const wide = (nodes: number): Node => ({ all: Array.from({ length: nodes - 1 }, () => ({ field: "city", op: "empty" as const })) });

test.each<[string, unknown]>([
  ["where", "city"],
  ["where", null],
  ["where.field", { field: "phone", op: "empty" }],
  ["where.op", { field: "city", op: "like", value: "Z" }],
  // Only a day makes of it what the desk can ask.
  ["where.op", { field: "endOn", op: "withinNext", value: "P30D" }],
  ["where.value", { field: "city", op: "eq", value: ["Bern"] }],
  ["where.value", { field: "city", op: "in", value: "Bern" }],
  ["where.value", { field: "city", op: "contains", value: 3 }],
  ["where.value", { field: "size", op: "between", value: [1] }],
  ["where.value", { field: "size", op: "gt" }],
  ["where.all", { all: { field: "city", op: "empty" } }],
  ["where.any.1.op", { any: [{ field: "city", op: "empty" }, { field: "city", op: "none" }] }],
  ["where.not.not.not.not.not.not", deep(7)],
  ["where.all.99", wide(101)],
])("a fault is refused at %s", (at, node) => {
  expect(() => asking(node, THING)).toThrow(expect.objectContaining({ name: "NotAskable", at }));
  expect(() => asking(node, THING)).toThrow(NotAskable);
});

test("six levels and a hundred nodes can be asked", () => {
  expect(() => asking(deep(6), THING)).not.toThrow();
  expect(() => asking(wide(100), THING)).not.toThrow();
});

test.each(["soon", "P", "P1D2W", "PT3H", 30, undefined])("%s is no duration, and nothing is within it", (value) => {
  const node = resolved({ field: "endOn", op: "withinNext", value }, ASKER);
  expect(() => asking(node, THING)).toThrow(expect.objectContaining({ at: "where.value" }));
});
