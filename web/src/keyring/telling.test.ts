/** What time alone changes is told when it does, and nobody has to ask for it. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Context } from "./context.ts";
import { LATE_MS, type Standing } from "./standing.ts";
import { startTelling } from "./telling.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const MINUTE = 60_000;

beforeEach(() => { vi.useFakeTimers({ now: NOON }); });
afterEach(() => { vi.useRealTimers(); });

/** A browser that has asked at noon, and was answered with a head of this age. */
function told(age = 0) {
  const head = { time: NOON - age, askedAt: NOON };
  const standing: Standing = { anchor: "pin", anchorFits: true, sameAccount: true, log: "some", head: "fits", headTime: head };
  const telling = startTelling({ name: "starting" }, () => ({ report: { head, standing } }) as unknown as Context);
  telling.show({ name: "ready", locksAt: NOON, deviceId: "here" });
  const listener = vi.fn();
  telling.subscribe(listener);
  return { telling, listener };
}

it.each([["was made when it was asked for", 0], ["was an hour old then", 60 * MINUTE]])("a client whose head %s is late two hours after it was made, by the clock alone", (_age, age) => {
  const { telling, listener } = told(age);
  vi.advanceTimersByTime(LATE_MS - age);
  expect(telling.standing()).toEqual({ is: "verified", checkedAt: NOON });
  vi.advanceTimersByTime(2000);
  expect(listener).toHaveBeenCalledOnce();
  expect(telling.standing()).toEqual({ is: "late", checkedAt: NOON });
});

it("nobody is told of anything after the end", () => {
  const { telling, listener } = told();
  telling.end();
  vi.advanceTimersByTime(2 * LATE_MS);
  expect(listener).not.toHaveBeenCalled();
});
