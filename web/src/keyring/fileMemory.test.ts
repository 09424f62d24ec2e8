/** Between a page and its crypto worker the memory of a part changes hands: it is sealed in place, and never in two hands. */
import { afterEach, beforeEach, expect, it } from "vitest";

import { fromBase64Url, toBase64Url } from "../crypto/base64url.ts";
import { concat, randomBytes, type Bytes } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/derive.ts";
import { readWholeFile } from "../crypto/fileDecryptor.ts";
import { contentSizes, partSizes } from "../crypto/fileSizes.ts";
import { newId } from "../crypto/testing/account.ts";
import { byClick, type Acting } from "./acting.ts";
import type { Context } from "./context.ts";
import type { Audience, FilePart, FileSealing } from "./contract.ts";
import { sealFile } from "./files.ts";
import { connectCryptoWorker, type WorkerPort } from "./workers.ts";
import { openVault, vaultOperations, type VaultOperations } from "./worker/operations.ts";
import { serve, type Remote } from "./worker/rpc.ts";
import type { Vault } from "./worker/vault.ts";

const MEGABYTE = 1024 * 1024;
const WHOLE_PART = 32 * (256 * 1024 + 16);
/** Five parts, so that memory is used again; the last is of an odd length. */
const SIZE = 33 * MEGABYTE + 13;

let vault: Vault;
let ends: { end: () => void; kill: () => void };
let worker: Remote<VaultOperations>;
let contents: Bytes;
/** Parts that the worker was asked for, by the length of what came with them. */
let asked: { length: number; memory: number; gone: () => boolean }[];

beforeEach(async () => {
  vault = await openVault({ account: newId(), pin: null, anchors: [], acknowledged: [] });
  contents = randomBytes(SIZE);
  asked = [];
  const { port1, port2 } = new MessageChannel();
  serve(port2, vaultOperations(vault));
  port2.start();
  const broken: (() => void)[] = [];
  const port: WorkerPort = {
    postMessage: (message, transfer) => {
      const { argument } = message as { argument?: { buffer?: Bytes; length?: number } };
      const buffer = argument?.buffer;
      if (buffer) asked.push({ length: argument.length ?? -1, memory: buffer.buffer.byteLength, gone: () => buffer.length === 0 });
      port1.postMessage(message, transfer);
    },
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type === "error") broken.push(listener as () => void);
      if (type === "message") port1.addEventListener("message", listener as (event: MessageEvent) => void);
    },
    terminate: () => port1.close(),
  };
  const handle = connectCryptoWorker(port, () => undefined);
  port1.start();
  ends = { end: handle.end, kill: () => { broken.forEach((hear) => { hear(); }); } };
  worker = handle.operations;
});

afterEach(() => { ends.end(); });

const seal = (file = new File([contents], "a.bin")): Promise<FileSealing> => {
  const context: Acting = byClick({ worker } as unknown as Context);
  return sealFile(context, file, null, [] as readonly string[] as Audience);
};

async function openAgain(frames: readonly Bytes[]): Promise<Bytes> {
  const [state] = vault.files.sealing.values();
  if (!state) throw new Error("Nothing is being sealed.");
  const { frameCount, frameRoot } = await state.content.encryptor.finish();
  const { header, headerHash } = state.content.encryptor;
  const place = { account: vault.book.account, file: state.fileId, version: 1, purpose: "content" } as const;
  const reading = await readWholeFile(state.dek, place, header, { headerHash, frameCount, frameRoot });
  const plain: Bytes[] = [];
  for (const frame of frames) plain.push(await reading.next(frame));
  await reading.finish();
  return concat(...plain);
}

it("a part is sealed in the memory that it was read into, and the page has none of it meanwhile", async () => {
  const parts: { bytes: Bytes; part: FilePart }[] = [];
  for await (const part of (await seal()).parts(new AbortController().signal)) {
    expect(part.sha256B64u).toBe(toBase64Url(await sha256(part.bytes)));
    expect(part.bytes.buffer.byteLength).toBe(WHOLE_PART);
    parts.push({ bytes: part.bytes.slice(), part });
    // Lent out and put back, as a part that is sent: under a new name.
    part.bytes = structuredClone(part.bytes, { transfer: [part.bytes.buffer] });
    part.release();
  }
  const sizes = contentSizes(SIZE);
  expect(asked.map(({ length, memory }) => [length, memory])).toEqual([0, 1, 2, 3, 4].map((i) => [partSizes(sizes, i).trueBytes, WHOLE_PART]));
  expect(asked.every(({ gone }) => gone())).toBe(true);
  const frames = parts.flatMap(({ bytes }) => {
    const whole = 256 * 1024 + 16;
    return Array.from({ length: Math.ceil(bytes.length / whole) }, (_, i) => bytes.slice(i * whole, (i + 1) * whole));
  });
  expect(parts.flatMap(({ part }) => fromBase64Url(part.frameHashesB64u).length)).toEqual([1, 2, 3, 4].map(() => 32 * 32).concat((frames.length - 128) * 32));
  const padded = await openAgain(frames);
  expect(Buffer.compare(padded.subarray(0, SIZE), contents)).toBe(0);
  expect(padded.subarray(SIZE).every((byte) => byte === 0)).toBe(true);
});

it.each([
  ["is locked", () => { ends.end(); }, "The keys were locked."],
  ["dies", () => { ends.kill(); }, ""],
])("a file whose worker %s in the middle goes no further, and what was sealed before stays as it was", async (_what, stop, message) => {
  const sealing = await seal();
  const parts = sealing.parts(new AbortController().signal)[Symbol.asyncIterator]();
  const { value: first } = (await parts.next()) as { value: FilePart };
  const before = first.bytes.slice();
  stop();
  await expect(parts.next()).rejects.toThrow(message);
  expect((await parts.next()).done).toBe(true);
  await expect(sealing.finish()).rejects.toThrow(message);
  expect(Buffer.compare(first.bytes, before)).toBe(0);
  expect(first.sha256B64u).toBe(toBase64Url(await sha256(first.bytes)));
});

it("a part of another length than its own is refused, and what lay in its memory before is no part of it", async () => {
  const size = 300_001;
  const { handle } = await worker.startFile({ fileId: newId(), size, thumbnailSize: null });
  const { tagBytes, plainBytes } = partSizes(contentSizes(size), 0);
  const dirty = () => new Uint8Array(tagBytes + plainBytes).fill(255);
  const sealPart = (buffer: Bytes, length: number) => worker.sealPart({ handle, object: "content", buffer, length });
  for (const length of [size - 1, size + 1, plainBytes, 0]) await expect(sealPart(dirty(), length), `${length}`).rejects.toThrow();
  await expect(sealPart(dirty().subarray(1), size)).rejects.toThrow();
  const { buffer, sealed } = await sealPart(dirty(), size);
  const whole = 256 * 1024 + 16;
  const padded = await openAgain([buffer.slice(0, whole), buffer.slice(whole, sealed)]);
  expect(padded.subarray(0, size).every((byte) => byte === 255)).toBe(true);
  expect([padded.length > size, padded.subarray(size).every((byte) => byte === 0)]).toEqual([true, true]);
});
