/** The line shows each day at its place, and no two labels over one another. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { addDays } from "../../dates/days";
import { openedItem } from "../../lists/opening";
import type { DocumentItem } from "../../lists/kinds/document";
import type { DocumentPayload } from "../../payloads/document";
import { crowdsOf, expiringOf, lastDaysOf, place } from "./expiring";

const TODAY = "2026-11-20";
const item = (id: string, expiresOn: string | null, lifecycle = "active", hidden?: string) =>
  openedItem<DocumentItem, DocumentPayload>(
    { id, version: 1, expiresOn, lifecycle } as DocumentItem,
    { name: "open", proven: true, payload: { v: 1, title: id, ...(hidden && { expiresOn: hidden }) } },
  );

test("active documents of the coming year and of the last weeks, in order", () => {
  const items = [
    item("far", "2028-01-01"),
    item("next", "2026-12-31"),
    item("over", "2026-11-02"),
    item("long over", "2026-01-01"),
    item("draft", "2026-12-01", "draft"),
    item("none", null),
    item("hidden", null, "active", "2026-11-21"),
  ];
  expect(expiringOf(items, TODAY).map(({ document: { id }, left }) => [id, left])).toEqual([
    ["over", -18],
    ["hidden", 1],
    ["next", 41],
  ]);
});

test("labels of one step never overlap, no stem crosses a label, and a place is never left of the one before", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -60, max: 365 })), (days) => {
      const items = days.map((left, index) => item(String(index), addDays(TODAY, left)));
      const placed = place(expiringOf(items, TODAY), 0.14, 3);
      placed.forEach(({ at, level }, index) => {
        expect(at).toBeGreaterThanOrEqual(placed[index - 1]?.at ?? 0);
        if (level === null) return;
        expect(level).toBeLessThan(3);
        const below = placed.slice(index + 1).filter((other) => other.level !== null && other.at < at + 0.14);
        for (const other of below) expect(level).toBeGreaterThan(other.level ?? 0);
      });
    }),
  );
});

test("every document is named or counted in a point, and no two points are nearer than their width", () => {
  let together = 0;
  fc.assert(
    // Long lists are asked for: of the short ones that come otherwise, few have two documents in one point.
    fc.property(fc.array(fc.integer({ min: -60, max: 365 }), { maxLength: 200, size: "max" }), fc.integer({ min: 0, max: 80 }), (lefts, most) => {
      const sorted = [...lefts].sort((a, b) => a - b);
      const groups = [...Map.groupBy(sorted, (left) => left)].map(([left, those]) => ({ key: addDays(TODAY, left), known: true, from: 0, count: those.length }));
      const placed = place(expiringOf(sorted.slice(0, most).map((left, index) => item(String(index), addDays(TODAY, left))), TODAY), 0.14, 4);
      const crowds = crowdsOf(placed, lastDaysOf(groups, TODAY), 0.024);
      const counted = crowds.reduce((sum, { count }) => sum + count, 0);
      expect(counted + placed.filter(({ level }) => level !== null).length).toBe(lefts.length);
      crowds.forEach(({ at, from, to }, index) => {
        expect(from.left).toBeLessThanOrEqual(to.left);
        if (index > 0) expect(at - (crowds[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(0.024);
      });
      if (crowds.some(({ count }) => count > 1)) together += 1;
    }),
  );
  expect(together).toBeGreaterThan(10);
});
