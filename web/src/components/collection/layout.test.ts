/** Where rows and headings stand agrees with stacking them one after the other. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { layoutOf, type Heading } from "./layout";

const lists = fc.integer({ min: 0, max: 40 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    headings: fc.subarray(Array.from({ length: count }, (_, from): Heading => ({ title: `${from}`, from }))),
    heights: fc.record({ row: fc.integer({ min: 1, max: 64 }), heading: fc.integer({ min: 1, max: 64 }) }),
  }),
);

test("every row and heading stands below what is before it", () => {
  let seen = 0;
  fc.assert(
    fc.property(lists, ({ count, headings, heights }) => {
      const layout = layoutOf(count, headings, heights);
      let px = 0;
      let above = 0;
      for (let row = 0; row < count; row += 1) {
        if (headings[above]?.from === row) {
          expect(layout.headingTop(above)).toBe(px);
          // At the height of a heading one looks at the row below it.
          expect([layout.rowAt(px), layout.rowAt(px + heights.heading - 1)]).toEqual([row, row]);
          px += heights.heading;
          above += 1;
        }
        expect([layout.topOf(row), layout.headingsAbove(row)]).toEqual([px, above]);
        expect([layout.rowAt(px), layout.rowAt(px + heights.row - 1)]).toEqual([row, row]);
        px += heights.row;
        seen += 1;
      }
      expect([layout.total, layout.rowAt(px)]).toEqual([px, count]);
    }),
  );
  expect(seen).toBeGreaterThan(500);
});
