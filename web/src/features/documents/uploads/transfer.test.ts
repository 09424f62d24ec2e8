/** Parts leave one after another, and nothing of one that has arrived is kept. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { FilePart } from "../../../keyring/contract";
import { sendParts, type Progress } from "./transfer";

const PART_BYTES = 1000;
const requests: FakeRequest[] = [];

/** Sends what it is given in two halves. */
class FakeRequest {
  status = 200;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload: () => void = () => undefined;
  onloadend: () => void = () => undefined;
  aborted = false;

  open(): void {
    requests.push(this);
  }

  setRequestHeader(): void {
    throw new Error("No header was signed.");
  }

  getResponseHeader = () => "etag";
  abort = () => void (this.aborted = true);

  send(bytes: Uint8Array): void {
    queueMicrotask(() => {
      this.upload.onprogress?.({ loaded: bytes.length / 2 });
      this.upload.onprogress?.({ loaded: bytes.length });
      this.onload();
      this.onloadend();
    });
  }
}

beforeEach(() => vi.stubGlobal("XMLHttpRequest", FakeRequest));
afterEach(() => {
  vi.unstubAllGlobals();
  requests.length = 0;
});

function aSealing(count: number) {
  async function* parts(): AsyncGenerator<FilePart> {
    for (let number = 1; number <= count; number++) {
      await Promise.resolve();
      yield { object: "content", number, bytes: new Uint8Array(PART_BYTES), sha256B64u: "", frameHashesB64u: "" };
    }
  }
  return { content: { encryptedSize: count * PART_BYTES, frameSize: PART_BYTES, frameCount: count }, thumbnail: null, parts };
}

function hooksOf(signal: AbortSignal) {
  const told: Progress[] = [];
  return { told, hooks: { signal, onProgress: (progress: Progress) => void told.push(progress), mayGoOn: () => Promise.resolve(), onWaiting: () => undefined } };
}

const anywhere = () => Promise.resolve({ url: "/blobs/x", method: "PUT", headers: {} });

test("what was sent is counted once, and never less than before", async () => {
  const { told, hooks } = hooksOf(new AbortController().signal);
  const sent = await sendParts(aSealing(5), anywhere, hooks);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const counts = told.map((progress) => progress.sent);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(told.at(-1)).toEqual({ sent: 5 * PART_BYTES, total: 5 * PART_BYTES });
});

test("the signal of a file holds no part that has arrived", async () => {
  const control = new AbortController();
  const added = vi.spyOn(control.signal, "addEventListener");
  const removed = vi.spyOn(control.signal, "removeEventListener");
  await sendParts(aSealing(4), anywhere, hooksOf(control.signal).hooks);
  expect(requests).toHaveLength(4);
  expect(added).toHaveBeenCalledTimes(4);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener));
  control.abort();
  expect(requests.some(({ aborted }) => aborted)).toBe(false);
});
