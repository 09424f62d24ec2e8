/** Files open as they were made; frames that were moved, cut, repeated, mixed or exchanged do not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, randomBytes, type Bytes } from "./bytes.ts";
import { dataKey, generateDataKey, openContentWrap } from "./contentWrap.ts";
import { importIkm, sha256 } from "./derive.ts";
import { frameRange, readFileRanges, readWholeFile, type SignedFrames } from "./fileDecryptor.ts";
import { createFileEncryptor } from "./fileEncryptor.ts";
import { openHeader, type FilePlace } from "./fileHeader.ts";
import { contentSizes, encryptedFrameSize, thumbnailSizes } from "./fileSizes.ts";
import { sealFrame } from "./frames.ts";
import { idText } from "./ids.ts";
import { openManifest, paddedSizeFits, withoutPadding } from "./manifest.ts";
import { leafHash, rootOfLeaves } from "./merkle.ts";
import type { RoleKey } from "./roleKey.ts";

const id = (hex: string) => idText(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
const account = id(vectors.ids.account);
const file = id(vectors.ids.file);
const content: FilePlace = { account, file, version: 1, purpose: "content" };
const dek = dataKey(fromBase64Url(vectors.file.dek));

async function signedFrames(header: Bytes, frames: readonly Bytes[]): Promise<SignedFrames> {
  const hashes = await Promise.all(frames.map(async (frame) => leafHash(await sha256(frame))));
  return { headerHash: await sha256(header), frameCount: frames.length, frameRoot: await rootOfLeaves(hashes) };
}

async function readAll(place: FilePlace, header: Bytes, signed: SignedFrames, frames: readonly Bytes[], key = dek): Promise<Bytes> {
  const reading = await readWholeFile(key, place, header, signed);
  const parts: Bytes[] = [];
  for (const frame of frames) parts.push(await reading.next(frame));
  await reading.finish();
  return concat(...parts);
}

describe("the file of the vectors", () => {
  const header = fromBase64Url(vectors.file.header);
  const frames = vectors.file.frames.map(fromBase64Url);

  it("opens, with thumbnail, manifest and empty file", async () => {
    const signed = await signedFrames(header, frames);
    expect(toBase64Url(signed.frameRoot)).toBe(vectors.file.frameTreeRoot);
    const padded = await readAll(content, header, signed, frames);
    const { trueSize } = vectors.file;
    expect(toBase64Url(padded)).toBe(vectors.file.plaintext);
    expect(withoutPadding(padded, 0, trueSize)).toHaveLength(trueSize);
    expect(paddedSizeFits(trueSize, padded.length)).toBe(true);

    const thumbnail = { ...content, purpose: "thumbnail" as const };
    const small = fromBase64Url(vectors.file.thumbnailHeader);
    const smallFrames = vectors.file.thumbnailFrames.map(fromBase64Url);
    const opened = await readAll(thumbnail, small, await signedFrames(small, smallFrames), smallFrames);
    expect(toBase64Url(opened)).toBe(vectors.file.thumbnailPlaintext);
    await expect(readAll(content, small, await signedFrames(small, smallFrames), smallFrames)).rejects.toThrow();

    const empty = fromBase64Url(vectors.file.emptyHeader);
    const emptyFrames = vectors.file.emptyFrames.map(fromBase64Url);
    expect(await readAll(content, empty, await signedFrames(empty, emptyFrames), emptyFrames)).toHaveLength(0);

    const manifest = await openManifest(dek, { account, file, version: 1 }, vectors.boxes.manifest);
    expect(manifest).toEqual({ mime: "text/plain", name: "plan.txt", size: 150 });
    const kek = await importIkm(fromBase64Url(vectors.boxes.fileWrap.ikm));
    const role = { kek, role: id(vectors.ids.role), generation: 1 } as unknown as RoleKey;
    const wrapped = await openContentWrap(role, { account, kind: "file", id: file, contentRevision: 1 }, vectors.boxes.fileWrap);
    expect(wrapped).toEqual(dek);
  });

  it("is refused when any byte of the header differs, even under a matching hash", async () => {
    for (let at = 0; at < header.length; at++) {
      const changed = header.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(readAll(content, changed, await signedFrames(changed, frames), frames), `byte ${at}`).rejects.toThrow();
      await expect(readAll(content, changed, await signedFrames(header, frames), frames)).rejects.toThrow();
    }
    await expect(openHeader(dek, content, header.slice(0, 65))).rejects.toThrow();
  });

  it("is refused at another place: account, file, version, purpose, key", async () => {
    const signed = await signedFrames(header, frames);
    const others: FilePlace[] = [
      { ...content, account: file }, { ...content, file: account }, { ...content, version: 2 }, { ...content, purpose: "thumbnail" },
    ];
    for (const place of others) await expect(readAll(place, header, signed, frames)).rejects.toThrow();
    await expect(readAll(content, header, signed, frames, generateDataKey())).rejects.toThrow();
  });

  it("is refused when frames are swapped, cut, repeated, added or exchanged, even under a matching root", async () => {
    const [a, b, c] = frames as [Bytes, Bytes, Bytes];
    for (const wrong of [[b, a, c], [a, b], [a, c], [a, b, c, c], [a, a, c], [c, b, a], [a, b, b], [a], [b, c], [c]]) {
      await expect(readAll(content, header, await signedFrames(header, wrong), wrong)).rejects.toThrow();
      await expect(readAll(content, header, await signedFrames(header, frames), wrong)).rejects.toThrow();
    }
    const flipped = frames.map((frame) => frame.map((byte, i) => (i === 5 ? byte ^ 1 : byte)));
    await expect(readAll(content, header, await signedFrames(header, flipped), flipped)).rejects.toThrow();
  });

  it("does not open when somebody with the key made other frames under the signed header", async () => {
    const signed = await signedFrames(header, frames);
    const { header: opened, key } = await openHeader(dek, content, header);
    const headerHash = await sha256(header);
    const forged = await sealFrame(key, opened, { headerHash, index: 0, final: false }, new Uint8Array(64));
    await expect(readAll(content, header, signed, [forged, ...frames.slice(1)])).rejects.toThrow();
    const hashes = await Promise.all(frames.map((frame) => sha256(frame)));
    const ranges = await readFileRanges(dek, content, header, signed, hashes);
    await expect(ranges.open(0, forged)).rejects.toThrow();
    expect(await ranges.open(1, frames[1] ?? concat())).toHaveLength(64);
    await expect(ranges.open(3, forged)).rejects.toThrow();
    await expect(readFileRanges(dek, content, header, signed, hashes.slice(1))).rejects.toThrow();
    await expect(readFileRanges(dek, content, header, signed, [...hashes].reverse())).rejects.toThrow();
  });
});

describe("an encryptor", () => {
  it("makes files that open again, of any length, whole and by ranges", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.constantFrom(1, 64, 100, 256), async (size, frameSize) => {
        const plaintext = randomBytes(size);
        const encryptor = await createFileEncryptor(dek, content, frameSize);
        const count = Math.max(1, Math.ceil(size / frameSize));
        const frames: Bytes[] = [];
        const hashes: Bytes[] = [];
        for (let i = 0; i < count; i++) {
          const { frame, hash } = await encryptor.next(plaintext.slice(i * frameSize, (i + 1) * frameSize), i === count - 1);
          frames.push(frame);
          hashes.push(hash);
        }
        const summary = await encryptor.finish();
        expect(summary.encryptedSize).toBe(size + 16 * count);
        const signed = { headerHash: encryptor.headerHash, frameCount: summary.frameCount, frameRoot: summary.frameRoot };
        expect(await readAll(content, encryptor.header, signed, frames)).toEqual(plaintext);

        const ranges = await readFileRanges(dek, content, encryptor.header, signed, hashes);
        const stored = concat(...frames);
        const last = frameRange({ ...signed, frameSize, encryptedSize: summary.encryptedSize }, count - 1, count);
        expect(await ranges.open(count - 1, stored.slice(last.start, last.end))).toEqual(plaintext.slice((count - 1) * frameSize));
      }),
      { numRuns: 40 },
    );
  });

  it("is one-shot: no frame after the last, no second at once, none again with other contents", async () => {
    const encryptor = await createFileEncryptor(dek, content, 64);
    const first = new Uint8Array(64).fill(1);
    const { frame } = await encryptor.next(first, false);
    expect((await encryptor.again(0, first)).frame).toEqual(frame);
    await expect(encryptor.again(0, new Uint8Array(64))).rejects.toMatchObject({ code: "data_loss" });
    await expect(encryptor.again(1, first)).rejects.toMatchObject({ code: "failed_precondition" });
    const both = [encryptor.next(first, false), encryptor.next(first, false)];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(encryptor.finish()).rejects.toThrow();
    await encryptor.next(new Uint8Array(0), true);
    await expect(encryptor.next(first, true)).rejects.toMatchObject({ code: "failed_precondition" });
  });

  it("refuses frames of a wrong length, frames too large and counters that would pass over", async () => {
    const encryptor = await createFileEncryptor(dek, content, 64);
    await expect(encryptor.next(new Uint8Array(63), false)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(encryptor.next(new Uint8Array(64), false)).rejects.toMatchObject({ code: "failed_precondition" });
    await expect(createFileEncryptor(dek, content, 64 * 1024 * 1024)).rejects.toMatchObject({ code: "invalid_argument" });
    const { header, key } = await openHeader(dek, content, encryptor.header);
    const past = { headerHash: encryptor.headerHash, index: 2 ** 32, final: true };
    await expect(sealFrame(key, header, past, new Uint8Array(1))).rejects.toMatchObject({ code: "out_of_range" });
  });
});

describe("sizes", () => {
  it("follow from the true size", () => {
    expect(contentSizes(0)).toMatchObject({ frameSize: 262_144, paddedSize: 0, frameCount: 1, encryptedSize: 16 });
    expect(contentSizes(262_145)).toMatchObject({ paddedSize: 270_336, frameCount: 2, encryptedSize: 270_368 });
    expect(contentSizes(2 ** 37).frameSize).toBe(1_048_576);
    expect(thumbnailSizes(1)).toMatchObject({ paddedSize: 65_536, frameCount: 1 });
    const sizes = contentSizes(262_145);
    expect(encryptedFrameSize(sizes, 0) + encryptedFrameSize(sizes, 1)).toBe(sizes.encryptedSize);
  });

  it("leave no room behind the end of a file", () => {
    expect(withoutPadding(new Uint8Array([1, 2, 0, 0]), 0, 2)).toEqual(new Uint8Array([1, 2]));
    expect(() => withoutPadding(new Uint8Array([1, 2, 0, 3]), 0, 2)).toThrow();
    expect(() => withoutPadding(new Uint8Array([1]), 4, 2)).toThrow();
    expect(paddedSizeFits(150, 151)).toBe(false);
  });
});
