/** An answer serves all who ask, for a while. */
import { expect, test } from "vitest";

import { FRESH_MS, startMemory } from "./memory.ts";

function aQuestion() {
  let asked = 0;
  return { ask: () => Promise.resolve(++asked), asked: () => asked };
}

test("who asks at the same time is answered together", async () => {
  const { ask, asked } = aQuestion();
  const memory = startMemory();
  expect(await Promise.all([1, 2, 3].map(() => memory.remember("roles", ask)))).toEqual([1, 1, 1]);
  expect(await memory.remember("members", ask)).toBe(2);
  expect(asked()).toBe(2);
});

test("an old answer is not given again", async () => {
  let now = 0;
  const { ask } = aQuestion();
  const memory = startMemory(() => now);
  await memory.remember("roles", ask);
  now = FRESH_MS - 1;
  expect(await memory.remember("roles", ask)).toBe(1);
  now = FRESH_MS;
  expect(await memory.remember("roles", ask)).toBe(2);
});

test("what has changed is asked for anew, even while an answer is on its way", async () => {
  const { ask } = aQuestion();
  const memory = startMemory();
  const before = memory.remember("roles", ask);
  memory.forget();
  expect(await Promise.all([before, memory.remember("roles", ask)])).toEqual([1, 2]);
  memory.forget("members");
  expect(await memory.remember("roles", ask)).toBe(2);
});

test("a failure is not kept", async () => {
  const memory = startMemory();
  await expect(memory.remember("roles", () => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
  expect(await memory.remember("roles", () => Promise.resolve("owner"))).toBe("owner");
});
