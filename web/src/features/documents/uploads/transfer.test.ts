/** Parts leave one after another, and nothing of one that has arrived is kept. */
import { afterEach, expect, test, vi } from "vitest";

import { CallFailed, OFFLINE } from "../../../api/failure";
import type { FilePart } from "../../../keyring/contract";
import type { Sendable } from "./partSender";
import { sendParts, type Progress } from "./transfer";

const PART_BYTES = 1000;

afterEach(() => vi.unstubAllGlobals());

function aSealing(count: number) {
  const released: number[] = [];
  async function* parts(): AsyncGenerator<FilePart> {
    for (let number = 1; number <= count; number++) {
      await Promise.resolve();
      yield { object: "content", number, bytes: new Uint8Array(PART_BYTES), sha256B64u: "", frameHashesB64u: "", release: () => void released.push(number) };
    }
  }
  return { content: { encryptedSize: count * PART_BYTES, frameSize: PART_BYTES, frameCount: count }, thumbnail: null, parts, released };
}

function hooksOf(signal: AbortSignal) {
  const told: Progress[] = [];
  return { told, hooks: { signal, onProgress: (progress: Progress) => void told.push(progress), mayGoOn: () => Promise.resolve(), onWaiting: () => undefined } };
}

const ask = () => Promise.resolve({ url: "/blobs/x", method: "PUT", headers: {} });

/** Sends what it is given in two halves. */
const sender = {
  put: async (_address: unknown, { bytes }: Sendable, onSent: (bytes: number) => void) => {
    await Promise.resolve();
    onSent(bytes.length / 2);
    onSent(bytes.length);
    return "etag";
  },
};

test("what was sent is counted once, and never less than before", async () => {
  const { told, hooks } = hooksOf(new AbortController().signal);
  const sent = await sendParts(aSealing(5), { ask, sender }, hooks);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const counts = told.map((progress) => progress.sent);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(told.at(-1)).toEqual({ sent: 5 * PART_BYTES, total: 5 * PART_BYTES });
});

test("a part gives its memory back when it has arrived, once", async () => {
  const sealing = aSealing(5);
  await sendParts(sealing, { ask, sender }, hooksOf(new AbortController().signal).hooks);
  expect(sealing.released).toEqual([1, 2, 3, 4, 5]);
});

test("no more than two parts are on their way, and no third is asked for before one of them has arrived", async () => {
  const sealing = aSealing(6);
  const arrive: (() => void)[] = [];
  let asked = 0;
  async function* counted(): AsyncGenerator<FilePart> {
    for await (const part of sealing.parts()) {
      asked += 1;
      yield part;
    }
  }
  const put = vi.fn(() => new Promise<string>((resolve) => arrive.push(() => resolve("etag"))));
  const sending = sendParts({ ...sealing, parts: counted }, { ask, sender: { put } }, hooksOf(new AbortController().signal).hooks);
  for (let arrived = 0; arrived < 6; arrived++) {
    await vi.waitFor(() => expect(arrive.length).toBe(Math.min(arrived + 2, 6)));
    await new Promise((resolve) => setTimeout(resolve));
    expect([asked, put.mock.calls.length, sealing.released.length]).toEqual([Math.min(arrived + 2, 6), Math.min(arrived + 2, 6), arrived]);
    arrive[arrived]?.();
  }
  expect(await sending).toHaveLength(6);
});

test("a part that was cut keeps its memory, and the same bytes leave again", async () => {
  const sealing = aSealing(1);
  const seen: [Uint8Array, number][] = [];
  const cut = {
    put: async (_address: unknown, { bytes }: Sendable) => {
      await Promise.resolve();
      seen.push([bytes, sealing.released.length]);
      if (seen.length === 1) throw new CallFailed(OFFLINE);
      return "etag";
    },
  };
  const network = new EventTarget();
  vi.stubGlobal("window", network);
  const onWaiting = (away: boolean) => void (away && setTimeout(() => network.dispatchEvent(new Event("online"))));
  await sendParts(sealing, { ask, sender: cut }, { ...hooksOf(new AbortController().signal).hooks, onWaiting });
  expect(seen).toHaveLength(2);
  expect(seen[1]?.[0]).toBe(seen[0]?.[0]);
  expect(seen.map(([, released]) => released)).toEqual([0, 0]);
  expect(sealing.released).toEqual([1]);
});

test("every part is told of as it arrived: object, number and tag", async () => {
  const content = { bytes: new Uint8Array(1), sha256B64u: "", frameHashesB64u: "", release: () => undefined };
  async function* parts(): AsyncGenerator<FilePart> {
    await Promise.resolve();
    yield { ...content, object: "thumbnail", number: 1 };
    yield { ...content, object: "content", number: 1 };
    yield { ...content, object: "content", number: 2 };
  }
  let puts = 0;
  const tagging = { put: () => Promise.resolve(`tag ${(puts += 1)}`) };
  const sent = await sendParts({ ...aSealing(0), parts }, { ask, sender: tagging }, hooksOf(new AbortController().signal).hooks);
  expect(sent).toEqual([
    { object: "thumbnail", number: 1, etag: "tag 1" },
    { object: "content", number: 1, etag: "tag 2" },
    { object: "content", number: 2, etag: "tag 3" },
  ]);
});

test("while an upload is paused no further part leaves", async () => {
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  const put = vi.fn(() => Promise.resolve("etag"));
  const { hooks } = hooksOf(new AbortController().signal);
  const sending = sendParts(aSealing(3), { ask, sender: { put } }, { ...hooks, mayGoOn: () => paused });
  await new Promise((resolve) => setTimeout(resolve));
  expect(put).not.toHaveBeenCalled();
  goOn();
  await sending;
  expect(put).toHaveBeenCalledTimes(3);
});

const failing = (status: number) => new CallFailed({ status, code: "unknown", message: `status ${status}` });

test("an address that ran out is asked for anew, and what is refused for good is not tried again", async () => {
  const network = new EventTarget();
  vi.stubGlobal("window", network);
  const onWaiting = (away: boolean) => void (away && setTimeout(() => network.dispatchEvent(new Event("online"))));
  const { hooks } = hooksOf(new AbortController().signal);
  const asked = vi.fn(ask);
  const once = vi.fn().mockRejectedValueOnce(failing(403)).mockResolvedValue("etag");
  await sendParts(aSealing(1), { ask: asked, sender: { put: once } }, { ...hooks, onWaiting });
  expect(asked).toHaveBeenCalledTimes(2);

  const never = vi.fn().mockRejectedValue(failing(400));
  await expect(sendParts(aSealing(1), { ask, sender: { put: never } }, { ...hooks, onWaiting })).rejects.toThrow("status 400");
  expect(never).toHaveBeenCalledTimes(1);

  const down = vi.fn().mockRejectedValue(failing(503));
  await expect(sendParts(aSealing(1), { ask, sender: { put: down } }, { ...hooks, onWaiting })).rejects.toThrow("status 503");
  expect(down).toHaveBeenCalledTimes(8);
});

test("a disk that is full is told at once, by its reason", async () => {
  const full = new CallFailed({ status: 503, code: "unavailable", message: "No room.", reason: "disk_full" });
  const put = vi.fn().mockRejectedValue(full);
  const onWaiting = vi.fn();
  const sending = sendParts(aSealing(1), { ask, sender: { put } }, { ...hooksOf(new AbortController().signal).hooks, onWaiting });
  await expect(sending).rejects.toBe(full);
  expect(put).toHaveBeenCalledOnce();
  expect(onWaiting).not.toHaveBeenCalled();
});
