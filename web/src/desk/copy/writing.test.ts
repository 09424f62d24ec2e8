/** A copy is written behind: not before its list was read whole, and never of what is shown for a while. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Kind } from "../row.ts";
import { keepWriting } from "./writing.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function aWriting() {
  const written: Kind[] = [];
  const writing = keepWriting((kind) => {
    written.push(kind);
    return Promise.resolve();
  });
  return { written, ...writing };
}

test("several changes are written once, some time after the first of them", async () => {
  const { written, heard } = aWriting();
  heard({ stage: "contact", is: "whole" });
  await vi.advanceTimersByTimeAsync(1500);
  heard({ put: "contact", rows: [] });
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(written).toEqual(["contact"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual(["contact"]);
  heard({ end: "contact", rows: [] });
  await vi.advanceTimersByTimeAsync(2000);
  expect(written).toEqual(["contact", "contact"]);
});

test("of a list that is still being read nothing is written, also when nobody looks any more", async () => {
  const { written, heard, now } = aWriting();
  heard({ put: "contact", rows: [] });
  heard({ stage: "contact", is: "cold" });
  await now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([]);
  heard({ stage: "contact", is: "newest" });
  await now();
  expect(written).toEqual(["contact"]);
});

test("what is shown for a while is not kept", async () => {
  const { written, heard, now } = aWriting();
  for (const shelf of ["contact bin", "comment task"] as const) {
    heard({ stage: shelf, is: "newest" });
    heard({ put: shelf, rows: [] });
  }
  await now();
  expect(written).toEqual([]);
});

test("a disk that refuses ends nothing", async () => {
  const writing = keepWriting(() => Promise.reject(new Error("refused")));
  writing.heard({ stage: "contact", is: "newest" });
  await expect(writing.now()).resolves.toBeUndefined();
});
