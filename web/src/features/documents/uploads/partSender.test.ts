/** Threads that send parts: used a few times, then ended with all that they held. */
import { beforeEach, expect, test, vi } from "vitest";

import { CallFailed } from "../../../api/failure";
import { createPartSender, type Sendable } from "./partSender";
import type { Put, PutNews } from "./put";

const ADDRESS = { url: "/blobs/x", method: "PUT", headers: {} };
const started: FakeThread[] = [];

/** In the middle of larger memory, as a short part in the buffer of a long one. */
const aPart = (): Sendable => ({ bytes: new Uint8Array(30).fill(7).subarray(0, 10) });

/** A thread of which a test says what it tells; memory changes hands as it does between real ones. */
class FakeThread {
  onmessage: ((event: { data: PutNews }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();
  posted: Put[] = [];
  postMessage = (put: Put, transfer: Transferable[]) => void this.posted.push(structuredClone(put, { transfer }));
  tell = (data: PutNews) => this.onmessage?.({ data });

  /** Starts, and gives memory back as soon as it has it. */
  takeAndGiveBack() {
    if (this.posted.length === 0) this.tell({ ready: true });
    const { bytes } = this.posted.at(-1) as Put;
    this.tell({ back: structuredClone(bytes, { transfer: [bytes.buffer] }) });
  }
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
    const tag = sender.put(ADDRESS, aPart(), () => undefined, new AbortController().signal);
    latest().takeAndGiveBack();
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
  const tags = ["a", "b"].map((name) => sender.put(ADDRESS, aPart(), (bytes) => sent.push([name, bytes]), signal));
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
  const tag = aSender().put(ADDRESS, aPart(), () => undefined, new AbortController().signal);
  latest().tell(news);
  const reason: unknown = await tag.catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(CallFailed);
  expect((reason as CallFailed).failure.status).toBe(status);
});

test("what the store says of a part that it did not take becomes a reason, and a sentence of the app's", async () => {
  const said = JSON.stringify({ code: "unavailable", message: "Told words", details: { reason: "disk_full", requestId: "1" } });
  const tag = aSender().put(ADDRESS, aPart(), () => undefined, new AbortController().signal);
  latest().tell({ status: 503, etag: null, said });
  const { failure } = await tag.then(() => Promise.reject(new Error("It was not refused.")), (reason: unknown) => reason as CallFailed);
  expect([failure.status, failure.code, failure.reason]).toEqual([503, "unavailable", "disk_full"]);
  expect(failure.message).not.toContain("Told words");
});

test.each(["", "<html>Bad gateway</html>", "null", "[]"])("an answer that is none of the app's server has its status only: %j", async (said) => {
  const tag = aSender().put(ADDRESS, aPart(), () => undefined, new AbortController().signal);
  latest().tell({ status: 502, etag: null, said });
  const { failure } = await tag.then(() => Promise.reject(new Error("It was not refused.")), (reason: unknown) => reason as CallFailed);
  expect(failure).toMatchObject({ status: 502, code: "unknown", thrown: "request failed: status 502" });
});

test.each([204, 304])("an answer with status %i and no tag is a failure as well", async (status) => {
  const tag = aSender().put(ADDRESS, aPart(), () => undefined, new AbortController().signal);
  latest().tell({ status, etag: null, ...(status === 304 && { said: "" }) });
  const { failure } = await tag.then(() => Promise.reject(new Error("It was not refused.")), (reason: unknown) => reason as CallFailed);
  expect(failure.status).toBe(status);
});

test("a thread whose script does not come is as no connection, and is not used again", async () => {
  const sender = aSender();
  const { signal } = new AbortController();
  const tag = sender.put(ADDRESS, aPart(), () => undefined, signal);
  latest().onerror?.();
  await expect(tag).rejects.toThrow("No connection");
  expect(latest().terminate).toHaveBeenCalledOnce();
  void sender.put(ADDRESS, aPart(), () => undefined, signal);
  expect(started).toHaveLength(2);
});

test("a cancelled part ends its thread, and no part is sent after it", async () => {
  const sender = aSender();
  const control = new AbortController();
  const tag = sender.put(ADDRESS, aPart(), () => undefined, control.signal);
  control.abort();
  await expect(tag).rejects.toThrow("Cancelled");
  expect(latest().terminate).toHaveBeenCalledOnce();
  expect(() => sender.put(ADDRESS, aPart(), () => undefined, control.signal)).toThrow();
  expect(started).toHaveLength(1);
});

test("the signal of a file holds no part that has arrived", async () => {
  const sender = aSender();
  const control = new AbortController();
  const added = vi.spyOn(control.signal, "addEventListener");
  const removed = vi.spyOn(control.signal, "removeEventListener");
  const tag = sender.put(ADDRESS, aPart(), () => undefined, control.signal);
  latest().tell({ status: 200, etag: "x" });
  await tag;
  expect(added).toHaveBeenCalledOnce();
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener));
});

test("no memory is handed to a thread before it has started, and what it had comes back as it was", async () => {
  const sender = aSender();
  const part = aPart();
  const tag = sender.put(ADDRESS, part, () => undefined, new AbortController().signal);
  expect([latest().posted.length, part.bytes.length]).toEqual([0, 10]);
  latest().tell({ ready: true });
  expect([latest().posted[0]?.bytes.length, part.bytes.length]).toEqual([10, 0]);
  latest().takeAndGiveBack();
  expect(part.bytes).toEqual(new Uint8Array(10).fill(7));
  expect(part.bytes.buffer.byteLength, "the whole of its memory").toBe(30);
  latest().tell({ status: 200, etag: "x" });
  await tag;
});

test("a part that was cut is handed over again, with the very bytes", async () => {
  const sender = aSender();
  const part = aPart();
  const { signal } = new AbortController();
  const cut = sender.put(ADDRESS, part, () => undefined, signal);
  latest().takeAndGiveBack();
  latest().tell({ unreachable: true });
  await expect(cut).rejects.toThrow("No connection");
  const again = sender.put(ADDRESS, part, () => undefined, signal);
  expect(latest().posted).toHaveLength(2);
  expect(latest().posted[1]?.bytes).toEqual(new Uint8Array(10).fill(7));
  latest().tell({ status: 200, etag: "x" });
  expect(await again).toBe("x");
});

test("a script that does not come takes no memory with it", async () => {
  const part = aPart();
  const tag = aSender().put(ADDRESS, part, () => undefined, new AbortController().signal);
  latest().onerror?.();
  await expect(tag).rejects.toThrow("No connection");
  expect(part.bytes).toHaveLength(10);
});

test("a thread that dies with the memory of a part ends the part: nothing else is sent in its place", async () => {
  const sender = aSender();
  const part = aPart();
  const { signal } = new AbortController();
  const tag = sender.put(ADDRESS, part, () => undefined, signal);
  latest().tell({ ready: true });
  latest().onerror?.();
  await expect(tag).rejects.toThrow();
  expect(() => sender.put(ADDRESS, part, () => undefined, signal)).toThrow("gone");
  expect(started).toHaveLength(1);
});
