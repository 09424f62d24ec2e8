/** Files go out in parts and come back byte for byte; what was changed on the way is never handed out. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { concat, randomBytes, type Bytes } from "../crypto/bytes.ts";
import { fromBase64Url, toBase64Url } from "../crypto/base64url.ts";
import { sha256 } from "../crypto/derive.ts";
import { leafHash, rootOfLeaves } from "../crypto/merkle.ts";
import { newId } from "../crypto/testing/account.ts";
import type { Audience, FilePart, FileSealing, SealedItem } from "./contract.ts";
import { aBrowser, anOpenWorker, type TestBrowser } from "./testing/browser.ts";
import { aKeyServer, type Request } from "./testing/keyServer.ts";
import type { FileBundle } from "./worker/fileOperations.ts";
import { nothingKnown } from "./worker/known.ts";
import { vaultOperations } from "./worker/operations.ts";

globalThis.location = { origin: "https://coffer.test", hostname: "coffer.test" } as Location;


const MEGABYTE = 1024 * 1024;
const stored = new Map<string, Bytes>();
const bundles = new Map<string, object>();
const asked: string[] = [];
let server: Awaited<ReturnType<typeof aKeyServer>>;
let hand: ReturnType<typeof anOpenWorker>;
let browser: TestBrowser;
let audience: Audience;

/** The object store: ranges of what was put there. */
function fetchStored(url: string, options?: RequestInit): Promise<Response> {
  const whole = stored.get(url);
  if (!whole) return Promise.resolve(new Response(null, { status: 404 }));
  const range = /bytes=(\d+)-(\d+)/.exec(new Headers(options?.headers).get("Range") ?? "");
  asked.push(range?.[0] ?? "whole");
  return Promise.resolve(new Response(range ? whole.slice(Number(range[1]), Number(range[2]) + 1) : whole));
}

beforeEach(async () => {
  vi.stubGlobal("fetch", fetchStored);
  asked.length = 0;
  server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  hand = anOpenWorker();
  const serve = (_request: Request, answer: unknown) => answer;
  browser = await aBrowser({
    ...server,
    http: (user) => {
      const honest = server.http(user, serve);
      return async <Data>(request: Request) => {
        const bundle = /^\/api\/uploads\/(thumbnails\/)?(.+)\/bundle$/.exec(request.path);
        if (!bundle) return honest<Data>(request);
        return { data: { data: bundles.get(`${bundle[1] ?? ""}${bundle[2] ?? ""}`) } as Data };
      };
    },
  }, owner, { openedHere: true, startWorker: hand.start });
  await browser.keyring.createDevice({ by: "passphrase", passphrase: "a long enough sentence" });
  await expect.poll(() => Object.keys(server.state().roles).length).toBe(3);
  await browser.hear();
  audience = await browser.keyring.defaultAudience("document");
});

afterEach(() => {
  browser.keyring.end();
  vi.unstubAllGlobals();
  stored.clear();
  bundles.clear();
});

async function partsOf(sealing: FileSealing): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  for await (const part of sealing.parts(new AbortController().signal)) parts.push(part);
  return parts;
}

/** Uploads as the product does: parts to the store, the rest into the bundle. */
async function upload(contents: Bytes, thumbnail: Bytes | null = null) {
  const file = new File([contents], "passport.pdf", { type: "application/pdf", lastModified: 0 });
  const sealing = await browser.keyring.sealFile(file, thumbnail && new Blob([thumbnail]), audience);
  const parts = await partsOf(sealing);
  const finished = await sealing.finish();
  for (const object of ["content", "thumbnail"] as const) {
    const mine = parts.filter((part) => part.object === object);
    if (mine.length === 0) continue;
    const bytes = concat(...mine.map((part) => part.bytes));
    const shape = object === "content" ? sealing.content : sealing.thumbnail;
    expect(bytes.length).toBe(shape?.encryptedSize);
    for (const part of mine) expect(part.sha256B64u).toBe(toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", part.bytes))));
    const url = `https://store.test/${sealing.fileId}/${object}`;
    stored.set(url, bytes);
    const frameHashesB64u = toBase64Url(concat(...mine.map((part) => fromBase64Url(part.frameHashesB64u))));
    bundles.set(`${object === "thumbnail" ? "thumbnails/" : ""}${sealing.fileId}`, {
      ...finished, url, later: [],
      ...(object === "content" ? { frameHashesB64u } : { frameHashesB64u: null }), thumbnailHeaderB64u: finished.thumbnailHeaderB64u ?? null,
    });
  }
  return { fileId: sealing.fileId, url: `https://store.test/${sealing.fileId}/content`, parts };
}

async function download(fileId: string, object?: "content" | "thumbnail"): Promise<Bytes> {
  const opened = await browser.keyring.openFile(fileId, object);
  const parts: Bytes[] = [];
  for await (const part of opened.stream()) parts.push(part);
  return concat(...parts);
}

/** The root over the true bytes in steps of 256 KiB, as the manifest has it. */
async function digestOf(contents: Bytes): Promise<string> {
  const steps = Array.from({ length: Math.ceil(contents.length / 262_144) }, (_, i) => contents.slice(i * 262_144, (i + 1) * 262_144));
  return toBase64Url(await rootOfLeaves(await Promise.all(steps.map(async (step) => leafHash(await sha256(step))))));
}

function spoil(url: string, at: number): void {
  const bytes = stored.get(url) ?? new Uint8Array();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
}

/** A document that names a file, as the server answers it. */
async function naming(fileId: string): Promise<SealedItem> {
  const id = newId();
  const sealed = await browser.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Passport" }, attrs: { state: "active", versions: [fileId] }, audience });
  return { id, version: 1, sealed, later: [] };
}

describe("a file that is to leave the app", () => {
  it("is the one that a proven item names, and no other", async () => {
    const [mine, other] = [await upload(randomBytes(1000)), await upload(randomBytes(1000))];
    const document = await naming(mine.fileId);
    const { manifest } = await browser.keyring.openToSave("document", document, mine.fileId);
    expect(manifest).toMatchObject({ bytes: 1000 });
    await expect(browser.keyring.openToSave("document", document, other.fileId)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
  });

  it("stands in the verified log, and so does the item; before that it is there to be looked at", async () => {
    const { fileId } = await upload(randomBytes(1000));
    const item = await naming(fileId);
    const bundle = bundles.get(fileId) as FileBundle;
    // As a device finds it that has written neither.
    const another = () => vaultOperations({ ...hand.vault(), device: null, known: nothingKnown() });
    const save = () => another().openFile({ fileId, bundle, object: "content", from: { kind: "document", item } });
    const checked = { name: "BeingChecked" };
    expect(await another().openFile({ fileId, bundle, object: "content" })).toMatchObject({ manifest: { bytes: 1000 } });
    await expect(save()).rejects.toMatchObject(checked);
    await server.leaf(item.sealed);
    await browser.hear();
    await expect(save(), "the item is proven, and the file is not").rejects.toMatchObject(checked);
    await server.leaf(bundle);
    await browser.hear();
    expect(await save()).toMatchObject({ manifest: { bytes: 1000 } });
  });
});

describe("a file", () => {
  it.each([0, 1, 262_144, 262_145, 8 * MEGABYTE, 8 * MEGABYTE + 1, 9 * MEGABYTE])("of %i bytes comes back as it was", async (size) => {
    const contents = randomBytes(size);
    const { fileId } = await upload(contents);
    const { manifest } = await browser.keyring.openFile(fileId);
    expect(manifest).toMatchObject({ v: 1, name: "passport.pdf", mime: "application/pdf", bytes: size, digest: await digestOf(contents) });
    expect(Buffer.compare(await download(fileId), contents)).toBe(0);
  });

  it("goes in parts of 32 frames, with a thumbnail that opens by itself", async () => {
    const thumbnail = randomBytes(4000);
    const { fileId, parts } = await upload(randomBytes(17 * MEGABYTE), thumbnail);
    expect(parts.map(({ object, number }) => `${object} ${number}`)).toEqual(["thumbnail 1", "content 1", "content 2", "content 3"]);
    expect(parts[1]?.bytes.length).toBe(8_389_120);
    expect((await download(fileId, "thumbnail")).slice(0, 4000)).toEqual(thumbnail);
  });

  it("that was changed in the store is not handed out, from the frame on that differs", async () => {
    const { fileId, url } = await upload(randomBytes(9 * MEGABYTE));
    spoil(url, 8_389_120 + 5);
    const opened = await browser.keyring.openFile(fileId);
    const reader = opened.stream().getReader();
    expect((await reader.read()).value?.length).toBe(8 * MEGABYTE);
    await expect(reader.read()).rejects.toThrow();
  });

  it("with another manifest, header, list of frames or wrap than the signed one is refused", async () => {
    const { fileId } = await upload(randomBytes(1000));
    const other = await upload(randomBytes(1000));
    const [mine, theirs] = [bundles.get(fileId) as Record<string, unknown>, bundles.get(other.fileId) as Record<string, unknown>];
    for (const part of ["manifest", "headerB64u", "frameHashesB64u", "wraps", "statementB64u", "signatureB64u"]) {
      bundles.set(fileId, { ...mine, [part]: theirs[part] });
      await expect(browser.keyring.openFile(fileId), part).rejects.toThrow();
    }
    bundles.set(fileId, theirs);
    await expect(browser.keyring.openFile(fileId)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
    // What an answer says besides is read by nobody.
    bundles.set(fileId, { ...mine, fileId: newId(), version: 2, encryptedSize: 5, frameCount: 7 });
    expect(await download(fileId)).toHaveLength(1000);
  });

  it("asks for a new address when the old one has expired", async () => {
    const { fileId, url } = await upload(randomBytes(1000));
    const opened = await browser.keyring.openFile(fileId);
    stored.set(`${url}?again`, stored.get(url) ?? new Uint8Array());
    stored.delete(url);
    bundles.set(fileId, { ...bundles.get(fileId), url: `${url}?again` });
    const parts: Bytes[] = [];
    for await (const part of opened.stream()) parts.push(part);
    expect(concat(...parts)).toHaveLength(1000);
  });

  it("whose upload was stopped goes no further", async () => {
    const stop = new AbortController();
    const sealing = await browser.keyring.sealFile(new File([randomBytes(9 * MEGABYTE)], "a"), null, audience);
    const parts = sealing.parts(stop.signal)[Symbol.asyncIterator]();
    await parts.next();
    stop.abort();
    await expect(parts.next()).rejects.toThrow();
    await expect(sealing.finish()).rejects.toThrow("Start again");
  });
});

/** A file of which is told how many bytes were taken out of it. */
function aCountedFile(bytes: number): { file: File; taken: () => number } {
  const file = new File([randomBytes(bytes)], "a.bin");
  const reader = file.stream().getReader({ mode: "byob" });
  let taken = 0;
  const counting = {
    read: async (view: Bytes) => {
      const portion = await reader.read(view);
      taken += portion.value?.length ?? 0;
      return portion;
    },
    cancel: () => reader.cancel(),
  };
  file.stream = () => ({ getReader: () => counting }) as unknown as ReturnType<File["stream"]>;
  return { file, taken: () => taken };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

it("is encrypted one part ahead of what was taken, read two ahead, and no further", async () => {
  const { file, taken } = aCountedFile(56 * MEGABYTE);
  const sealing = await browser.keyring.sealFile(file, null, audience);
  const parts = sealing.parts(new AbortController().signal)[Symbol.asyncIterator]();
  const sealed = () => [...hand.vault().files.sealing.values()].at(-1)?.content.parts;
  for (const number of [1, 2]) {
    await parts.next();
    await settled();
    expect([sealed(), taken()]).toEqual([number + 1, (number + 2) * 8 * MEGABYTE]);
  }
});

it("takes the memory of the parts that are under way and of two more, however long it is", async () => {
  const { file, taken } = aCountedFile(72 * MEGABYTE);
  const sealing = await browser.keyring.sealFile(file, null, audience);
  const underWay: FilePart[] = [];
  let released = 0;
  let most = 0;
  for await (const part of sealing.parts(new AbortController().signal)) {
    underWay.push(part);
    await settled();
    most = Math.max(most, taken() - released * 8 * MEGABYTE);
    if (underWay.length < 2) continue;
    underWay.shift()?.release();
    released += 1;
  }
  expect([released, most]).toEqual([8, 4 * 8 * MEGABYTE]);
});

it("whose parts nobody asks for any more is dropped", async () => {
  const sealing = await browser.keyring.sealFile(new File([randomBytes(20 * MEGABYTE)], "a.bin"), null, audience);
  for await (const part of sealing.parts(new AbortController().signal)) if (part.number === 1) break;
  expect(hand.vault().files.sealing.size).toBe(0);
});

it("is sealed in the memory of parts that were released, and of no others", async () => {
  const sealing = await browser.keyring.sealFile(new File([randomBytes(40 * MEGABYTE)], "a.bin"), null, audience);
  const parts: FilePart[] = [];
  for await (const part of sealing.parts(new AbortController().signal)) {
    parts.push(part);
    if (part.number === 1) part.release();
  }
  // Memory that was taken for a later part is gone from the hands of whoever released it.
  const whole = 32 * (256 * 1024 + 16);
  expect(parts.map(({ bytes }) => bytes.length)).toEqual([0, whole, whole, whole, whole]);
});
