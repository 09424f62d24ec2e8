/** While Coffer does not answer it is asked again and again, and whoever waits goes on with the first answer. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type * as Reach from "./reach";

let reached: typeof Reach;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  reached = await import("./reach");
});
afterEach(() => {
  vi.useRealTimers();
});

test("it is asked whether it is there until it answers, and not any more then", async () => {
  let asked = 0;
  reached.askBy(() => {
    asked += 1;
    if (asked === 3) reached.hear("answered");
    return asked === 3 ? Promise.resolve() : Promise.reject(new Error("No connection."));
  });
  reached.hear("unanswered");
  expect(reached.reach()).toBe("silent");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, reached.reach(), vi.getTimerCount()]).toEqual([3, "fine", 0]);
});

test("whoever waits goes on when it is back, or when the work is given up", async () => {
  const ended: string[] = [];
  const given = new AbortController();
  reached.hear("offline");
  void reached.whenReached(new AbortController().signal).then(() => ended.push("waited"));
  void reached.whenReached(given.signal).then(() => ended.push("given up"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ended).toEqual([]);
  given.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(["given up"]);
  reached.hear("online");
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(["given up", "waited"]);
});

test("listeners hear of a change, and of nothing else", () => {
  let heard = 0;
  reached.onReach(() => (heard += 1));
  reached.hear("answered");
  reached.hear("socket opened");
  reached.hear("unanswered");
  expect(heard).toBe(0);
  reached.hear("socket closed");
  expect([heard, reached.reach()]).toEqual([1, "silent"]);
});
