/** Frames that are encrypted where they stand are those of the straightforward way: one after another, out of a copy. */
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";

import { concat, randomBytes, u32, type Bytes } from "./bytes.ts";
import { dataKey } from "./contentWrap.ts";
import { sha256 } from "./derive.ts";
import { createFileEncryptor, type FileEncryptor } from "./fileEncryptor.ts";
import { openHeader, TAG_BYTES, type FilePlace } from "./fileHeader.ts";
import { sealFrame } from "./frames.ts";
import { leafHash, rootOfLeaves } from "./merkle.ts";

const dek = dataKey(randomBytes(32));
const place: FilePlace = { account: crypto.randomUUID(), file: crypto.randomUUID(), version: 1, purpose: "content" };
const FRAMES = 32;

afterEach(() => { vi.restoreAllMocks(); });

const cut = (bytes: Bytes, size: number): Bytes[] => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));
  return pieces.length === 0 ? [bytes] : pieces;
};

/** Memory for a part as the page brings it: room for tags, contents, and whatever was there before behind them. */
function memoryFor(part: Bytes, frameSize: number, behind = 0): Bytes {
  return concat(randomBytes(Math.max(1, Math.ceil(part.length / frameSize)) * TAG_BYTES), part, randomBytes(behind));
}

const sealedIn = (memory: Bytes, part: Bytes, frameSize: number): Bytes =>
  memory.subarray(0, part.length + Math.max(1, Math.ceil(part.length / frameSize)) * TAG_BYTES);

/** Out of the header alone, frame by frame. */
async function straightforward(encryptor: FileEncryptor, plain: Bytes, frameSize: number) {
  const { header, key } = await openHeader(dek, place, encryptor.header);
  const headerHash = await sha256(header.bytes);
  const pieces = cut(plain, frameSize);
  const frames: Bytes[] = [];
  for (const [index, piece] of pieces.entries()) {
    frames.push(await sealFrame(key, header, { headerHash, index, final: index === pieces.length - 1 }, piece));
  }
  const hashes = await Promise.all(frames.map((frame) => sha256(frame)));
  return { frames, hashes, frameRoot: await rootOfLeaves(await Promise.all(hashes.map(leafHash))) };
}

async function inParts(plain: Bytes, frameSize: number, behind: number) {
  const encryptor = await createFileEncryptor(dek, place, frameSize);
  const parts = cut(plain, FRAMES * frameSize);
  const besides: Bytes[] = [];
  const stored: Bytes[] = [];
  const hashes: Bytes[] = [];
  for (const [i, part] of parts.entries()) {
    const memory = memoryFor(part, frameSize, behind);
    const rest = memory.slice(memory.length - behind);
    const beside: Bytes[] = [];
    hashes.push(...await encryptor.nextInPlace(memory, part.length, i === parts.length - 1, async (piece, at) => {
      beside[at] = piece.slice();
      await Promise.resolve();
    }));
    stored.push(sealedIn(memory, part, frameSize).slice());
    expect(memory.subarray(memory.length - behind), "what lies behind the part").toEqual(rest);
    besides.push(...beside);
  }
  return { encryptor, stored, hashes, besides };
}

/** Sizes at the borders of frames and of parts, and any others. */
const shapes = fc.constantFrom(1, 16, 17, 64).chain((frameSize) => fc.record({
  frameSize: fc.constant(frameSize),
  size: fc.oneof(
    fc.tuple(fc.constantFrom(0, 1, 4, 5, FRAMES - 1, FRAMES, FRAMES + 1, 2 * FRAMES), fc.integer({ min: -1, max: 1 }))
      .map(([frames, more]) => Math.max(0, frames * frameSize + more)),
    fc.integer({ min: 0, max: 3 * FRAMES * frameSize }),
  ),
  behind: fc.constantFrom(0, 5),
}));

async function agrees({ frameSize, size, behind }: { frameSize: number; size: number; behind: number }): Promise<void> {
  const plain = randomBytes(size);
  const { encryptor, stored, hashes, besides } = await inParts(plain, frameSize, behind);
  const expected = await straightforward(encryptor, plain, frameSize);
  expect(concat(...stored)).toEqual(concat(...expected.frames));
  expect(hashes).toEqual(expected.hashes);
  expect(concat(...besides)).toEqual(plain);
  expect(await encryptor.finish()).toEqual({
    frameCount: expected.frames.length, encryptedSize: size + expected.frames.length * TAG_BYTES, frameRoot: expected.frameRoot,
  });
}

describe("a part that is encrypted in its own memory", () => {
  it("is what frames one after another are, for sizes around the borders of frames and parts", async () => {
    let parts = 0;
    await fc.assert(fc.asyncProperty(shapes, async (shape) => {
      await agrees(shape);
      if (shape.size > FRAMES * shape.frameSize) parts += 1;
    }), { numRuns: 60 });
    expect(parts, "files of more than one part").toBeGreaterThan(5);
  });

  it("is the same in a browser that reads what it is given late, and ends its calls in any order", async () => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    let calls = 0;
    const later = <Done>(work: () => Promise<Done>) => new Promise<void>((resolve) => { setTimeout(resolve, (++calls * 7) % 5); }).then(work);
    vi.spyOn(crypto.subtle, "encrypt").mockImplementation((...given) => later(() => encrypt(...given)));
    vi.spyOn(crypto.subtle, "digest").mockImplementation((...given) => later(() => digest(...given)));
    for (const size of [0, 63, 64, 65, 5 * 64, FRAMES * 64, FRAMES * 64 + 1, 2 * FRAMES * 64 + 100]) await agrees({ frameSize: 64, size, behind: 3 });
  });

  it("has only a few frames under way", async () => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    let underWay = 0;
    let most = 0;
    vi.spyOn(crypto.subtle, "encrypt").mockImplementation(async (...given) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => { setTimeout(resolve); });
      underWay -= 1;
      return encrypt(...given);
    });
    await inParts(randomBytes(FRAMES * 64), 64, 0);
    expect(most).toBe(4);
  });
});

describe("a nonce", () => {
  /** Every nonce with what was encrypted under it, as the browser was asked. */
  function watchNonces() {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const seen: { readonly nonce: string; readonly contents: string }[] = [];
    vi.spyOn(crypto.subtle, "encrypt").mockImplementation((cipher, key, data) => {
      const { iv } = cipher as AesGcmParams;
      seen.push({ nonce: Buffer.from(iv as Bytes).toString("hex"), contents: Buffer.from(data as Bytes).toString("hex") });
      return encrypt(cipher, key, data);
    });
    return seen;
  }

  it("is used once, and counts the frames over all parts", async () => {
    const seen = watchNonces();
    const { encryptor } = await inParts(randomBytes(2 * FRAMES * 64 + 70), 64, 0);
    const prefix = Buffer.from(encryptor.header.subarray(10, 18)).toString("hex");
    expect(seen.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 2 * FRAMES + 2 }, (_, i) => prefix + Buffer.from(u32(i)).toString("hex")));
  });

  it.each([0, 1, 5, FRAMES - 1])("is not used again after frame %i has failed: nothing more is encrypted", async (failing) => {
    const seen = watchNonces();
    const encryptor = await createFileEncryptor(dek, place, 64);
    const part = randomBytes(FRAMES * 64);
    const first = memoryFor(part, 64);
    await encryptor.nextInPlace(first, part.length, false);
    const failed = encryptor.nextInPlace(memoryFor(part, 64), part.length, false, (_piece, at) => (
      at === failing ? Promise.reject(new Error("No memory.")) : Promise.resolve()));
    await expect(failed).rejects.toThrow("No memory.");
    const made = seen.length;
    expect(made).toBeGreaterThan(FRAMES + failing);
    expect(made, "no frame is begun long after the failure").toBeLessThanOrEqual(Math.min(2 * FRAMES, FRAMES + failing + 4));
    await expect(encryptor.nextInPlace(memoryFor(part, 64), part.length, false)).rejects.toMatchObject({ code: "failed_precondition" });
    await expect(encryptor.next(part.slice(0, 64), false)).rejects.toMatchObject({ code: "failed_precondition" });
    expect(seen).toHaveLength(made);
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(made);
  });

  it("is not spent on a part that cannot be sealed where it stands", async () => {
    const seen = watchNonces();
    const encryptor = await createFileEncryptor(dek, place, 64);
    const part = randomBytes(3 * 64);
    await expect(encryptor.nextInPlace(memoryFor(part, 64).subarray(1), part.length, true)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(encryptor.next(part, true)).rejects.toMatchObject({ code: "invalid_argument" });
    expect(seen).toHaveLength(0);
    await encryptor.nextInPlace(memoryFor(part, 64), part.length, true);
    expect(seen).toHaveLength(3);
  });

  it("covers the same contents again or none: a frame that is made again is the one that was made", async () => {
    const seen = watchNonces();
    const encryptor = await createFileEncryptor(dek, place, 64);
    const part = randomBytes(FRAMES * 64 + 10);
    const memory = memoryFor(part, 64);
    await encryptor.nextInPlace(memory, part.length, true);
    for (const index of [0, 7, FRAMES]) {
      const again = await encryptor.again(index, part.slice(index * 64, (index + 1) * 64));
      expect(again.frame).toEqual(memory.slice(index * 80, index * 80 + again.frame.length));
    }
    const contentsOf = Map.groupBy(seen, ({ nonce }) => nonce);
    expect([...contentsOf.values()].filter((under) => under.length > 1)).toHaveLength(3);
    for (const under of contentsOf.values()) expect(new Set(under.map(({ contents }) => contents)).size).toBe(1);
  });
});
