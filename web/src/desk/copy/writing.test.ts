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

test("who waits for what is written now waits for what was being written already", async () => {
  let written: () => void = () => undefined;
  const writing = keepWriting(() => new Promise((resolve) => (written = resolve)));
  writing.heard({ stage: "contact", is: "newest" });
  await vi.advanceTimersByTimeAsync(2000);
  let isOver = false;
  void writing.now().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(false);
  written();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(true);
});

test("when another tab has written until now, all that was read whole is looked at again", async () => {
  const { written, heard, now, all } = aWriting();
  heard({ stage: "vendor", is: "cold" });
  heard({ put: "vendor", rows: [] });
  heard({ stage: "contact", is: "newest" });
  await now();
  expect(written).toEqual(["contact"]);
  all();
  await vi.advanceTimersByTimeAsync(2000);
  expect(written).toEqual(["contact", "contact"]);
});
