/** Whoever asks while work is under way is answered by one that began after the question. */
import { expect, it } from "vitest";

import { onceMore } from "./onceMore.ts";

function held() {
  const ends: ((error?: Error) => void)[] = [];
  const work = onceMore(() => new Promise((resolve, reject) => ends.push((error) => { if (error) reject(error); else resolve(); })));
  return { ends, work };
}

it("joins no work that has begun, and all who ask meanwhile share the next", async () => {
  const { ends, work } = held();
  const first = work();
  const [second, third] = [work(), work()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  const fourth = work();
  ends[1]?.();
  await Promise.all([second, third]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  await fourth;
});

it("goes on after one that has failed, which fails for those alone who began it", async () => {
  const { ends, work } = held();
  const first = work();
  const second = work();
  ends[0]?.(new Error("full"));
  await expect(first).rejects.toThrow("full");
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await expect(second).resolves.toBeUndefined();
});
