/** Threads that send parts: used a few times, then ended with all that they held. */
import { beforeEach, expect, test, vi } from "vitest";

import { CallFailed } from "../../../api/failure";
import { createPartSender } from "./partSender";
import type { Put, PutNews } from "./put";

const ADDRESS = { url: "/blobs/x", method: "PUT", headers: {} };
const BYTES = new Uint8Array(10);
const started: FakeThread[] = [];

/** A thread of which a test says what it tells. */
class FakeThread {
  onmessage: ((event: { data: PutNews }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();
  posted: Put[] = [];
  postMessage = (put: Put) => void this.posted.push(put);
  tell = (data: PutNews) => this.onmessage?.({ data });
}

function aSender() {
  return createPartSender(() => {
    const thread = new FakeThread();
    started.push(thread);
    return thread as unknown as Worker;
  });
}

function latest(): FakeThread {
  const thread = started.at(-1);
  if (!thread) throw new Error("No thread was started.");
  return thread;
}

beforeEach(() => void started.splice(0));

test("a thread is ended after four parts, and the next part gets a new one", async () => {
  const sender = aSender();
  for (let part = 0; part < 9; part++) {
    const tag = sender.put(ADDRESS, BYTES, () => undefined, new AbortController().signal);
    latest().tell({ status: 200, etag: `tag ${part}` });
    expect(await tag).toBe(`tag ${part}`);
  }
  expect(started.map(({ posted }) => posted.length)).toEqual([4, 4, 1]);
  expect(started.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 1, 0]);
  sender.end();
  expect(latest().terminate).toHaveBeenCalledOnce();
});

test("two parts at a time take two threads, and what is told about one is not told about the other", async () => {
  const sender = aSender();
  const sent: [string, number][] = [];
  const { signal } = new AbortController();
  const tags = ["a", "b"].map((name) => sender.put(ADDRESS, BYTES, (bytes) => sent.push([name, bytes]), signal));
  started[1]?.tell({ sent: 4 });
  started[0]?.tell({ sent: 7 });
  started[1]?.tell({ status: 200, etag: "of b" });
  started[0]?.tell({ status: 200, etag: "of a" });
  expect(await Promise.all(tags)).toEqual(["of a", "of b"]);
  expect(sent).toEqual([["b", 4], ["a", 7]]);
});

test.each([
  [{ status: 503, etag: null }, 503],
  [{ unreachable: true }, 0],
] as const)("%o is a failure with its status", async (news, status) => {
  const tag = aSender().put(ADDRESS, BYTES, () => undefined, new AbortController().signal);
  latest().tell(news);
  const reason: unknown = await tag.catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(CallFailed);
  expect((reason as CallFailed).failure.status).toBe(status);
});

test("a thread whose script does not come is as no connection, and is not used again", async () => {
  const sender = aSender();
  const { signal } = new AbortController();
  const tag = sender.put(ADDRESS, BYTES, () => undefined, signal);
  latest().onerror?.();
  await expect(tag).rejects.toThrow("No connection");
  expect(latest().terminate).toHaveBeenCalledOnce();
  void sender.put(ADDRESS, BYTES, () => undefined, signal);
  expect(started).toHaveLength(2);
});

test("a cancelled part ends its thread, and no part is sent after it", async () => {
  const sender = aSender();
  const control = new AbortController();
  const tag = sender.put(ADDRESS, BYTES, () => undefined, control.signal);
  control.abort();
  await expect(tag).rejects.toThrow("Cancelled");
  expect(latest().terminate).toHaveBeenCalledOnce();
  expect(() => sender.put(ADDRESS, BYTES, () => undefined, control.signal)).toThrow();
  expect(started).toHaveLength(1);
});

test("the signal of a file holds no part that has arrived", async () => {
  const sender = aSender();
  const control = new AbortController();
  const added = vi.spyOn(control.signal, "addEventListener");
  const removed = vi.spyOn(control.signal, "removeEventListener");
  const tag = sender.put(ADDRESS, BYTES, () => undefined, control.signal);
  latest().tell({ status: 200, etag: "x" });
  await tag;
  expect(added).toHaveBeenCalledOnce();
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener));
});
