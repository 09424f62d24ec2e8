/** A look that finds something under way looks again soon, and no other wish puts that off. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { HEAD_TAKES_MS, LOOK_AGAIN_MS, LOOK_FOR_OWN_MS } from "./checking.ts";
import { startLooks } from "./looks.ts";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

it("goes on looking soon until what is awaited is there, and then every half hour", async () => {
  let left = 3;
  const look = vi.fn(() => { if (--left > 0) looks.in(HEAD_TAKES_MS); return Promise.resolve(); });
  const looks = startLooks(look);
  looks.in(HEAD_TAKES_MS);
  await vi.advanceTimersByTimeAsync(3 * HEAD_TAKES_MS);
  expect(look).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS - 3 * HEAD_TAKES_MS);
  expect(look).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(3 * HEAD_TAKES_MS);
  expect(look).toHaveBeenCalledTimes(4);
  looks.end();
});

it("keeps a soon look and a later one, whichever was asked for last", async () => {
  const look = vi.fn(() => Promise.reject(new Error("No connection.")));
  const looks = startLooks(look);
  looks.in(HEAD_TAKES_MS);
  looks.in(LOOK_FOR_OWN_MS);
  await vi.advanceTimersByTimeAsync(HEAD_TAKES_MS);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(LOOK_FOR_OWN_MS);
  expect(look).toHaveBeenCalledTimes(2);
  looks.end();
  await vi.advanceTimersByTimeAsync(2 * LOOK_AGAIN_MS);
  expect(look).toHaveBeenCalledTimes(2);
});
