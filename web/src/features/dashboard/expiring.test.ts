/** The line shows each day at its place, and no two labels over one another. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { addDays } from "../../dates/days";
import { openedItem } from "../../items/opening";
import type { DocumentItem } from "../../items/kinds/document";
import type { DocumentPayload } from "../../payloads/document";
import { expiringOf, place } from "./expiring";

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
