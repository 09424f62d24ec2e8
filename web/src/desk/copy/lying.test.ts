/** Which boxes a copy is made of: whatever changes, they hold what there is, and nothing of what has left. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { Lying } from "./lying.ts";

const ROOM = { boxRows: 4, spare: 3 };
const IDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

type Step = { readonly put: readonly string[] } | { readonly end: readonly string[] };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: fc.subarray(IDS, { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ end: fc.subarray(IDS, { minLength: 1, maxLength: 3 }) }) },
);

test("after each change the boxes read one after another are the rows of now; what left is in none, half of each lives, and there are not many", () => {
  const seen = { drops: 0, moved: 0, ended: 0, few: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const lying = new Lying();
      const disk = new Map<number, Map<string, number>>();
      const now = new Map<string, number>();
      let [stamp, counter] = [0, 0];
      for (const one of steps) {
        if ("put" in one) for (const id of one.put) now.set(id, (stamp += 1));
        else for (const id of one.end) seen.ended += Number(now.delete(id));
        const plan = lying.plan(now, ROOM);
        if (plan) {
          for (const old of plan.drops) {
            lying.drop(old);
            disk.delete(old);
          }
          seen.drops += plan.drops.length;
          seen.moved += Number(plan.rows.length > ("put" in one ? one.put.length : 0));
          for (let from = 0; from < plan.rows.length; from += ROOM.boxRows) {
            const ids = plan.rows.slice(from, from + ROOM.boxRows);
            counter += 1;
            lying.add(counter, ids, (id) => now.get(id) ?? 0);
            disk.set(counter, new Map(ids.map((id) => [id, now.get(id) ?? 0])));
          }
        }
        expect(new Map([...disk.values()].flatMap((box) => [...box]))).toEqual(now);
        for (const box of disk.values()) for (const id of box.keys()) expect(now.has(id)).toBe(true);
        const newest = new Map([...disk].flatMap(([number, box]) => [...box.keys()].map((id): [string, number] => [id, number])));
        for (const [number, box] of disk) expect([...box.keys()].filter((id) => newest.get(id) === number).length * 2, "half of it lives").toBeGreaterThanOrEqual(box.size);
        const most = now.size / ROOM.boxRows + ROOM.spare + 1;
        seen.few += Number(disk.size > 1);
        expect(disk.size).toBeLessThanOrEqual(2 * most);
        expect(lying.plan(now, ROOM), "nothing is left to be written").toBeNull();
      }
    }),
    { numRuns: 500 },
  );
  for (const [what, many] of Object.entries(seen)) expect(many, what).toBeGreaterThan(50);
});

test("a row that was read and is not shown is written as it is now, or goes", () => {
  const lying = new Lying();
  lying.add(1, ["a", "b"]);
  lying.isShown("a", 7);
  expect(lying.plan(new Map([["a", 7], ["b", 8]]), ROOM)).toEqual({ rows: ["b"], drops: [] });
  expect(lying.plan(new Map([["a", 7]]), ROOM)).toEqual({ rows: ["a"], drops: [1] });
});
