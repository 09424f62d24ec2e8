/**
 * A one-shot encryptor of a file's frames.
 *
 * It draws salt and prefix itself, takes frames in their order only, and can not be started again with other contents.
 * The hash of each frame is kept before the frame leaves: a frame that has to be sent again is given out only when it
 * comes out the same, so no (key, nonce) pair ever covers two plaintexts.
 *
 * Frames are encrypted where they stand. The contents lie behind as much room as the tags of all their frames take, so no
 * frame reaches into contents that come after its own. Each is hashed and put in its place while the caches of the processor
 * still hold it, and only a few are under way: a part of many frames takes no memory but its own.
 */
import { concat, sameBytes, zeros, type Bytes } from "./bytes.ts";
import { EMPTY_RANGE, extend, rangeRoot, type CompactRange } from "./compactRange.ts";
import type { DataKey } from "./contentWrap.ts";
import { sha256 } from "./derive.ts";
import { CryptoError, damaged } from "./errors.ts";
import { createHeader, TAG_BYTES, type FilePlace } from "./fileHeader.ts";
import { sealFrame } from "./frames.ts";
import { leafHash } from "./merkle.ts";

export interface FileEncryptor {
  readonly header: Bytes;
  readonly headerHash: Bytes;
  /** Encrypts the next frame; the last one ends the encryptor. */
  next(part: Bytes, final: boolean): Promise<SealedFrame>;
  /**
   * The same for as many frames as `length` bytes make, some at a time; `final` is about the last. In `memory` the contents
   * stand behind room for the tags of all frames, and the frames take their place from its start on. Answers with their hashes.
   *
   * `beside` is called with the contents of each frame and its number among these, and waited for before they are covered.
   */
  nextInPlace(memory: Bytes, length: number, final: boolean, beside?: Beside): Promise<readonly Bytes[]>;
  /** Encrypts a frame again that was given out before, from the same contents. */
  again(index: number, part: Bytes): Promise<SealedFrame>;
  /** What the signed statement says, once the last frame was made. */
  finish(): Promise<FrameSummary>;
}

export type Beside = (part: Bytes, index: number) => Promise<unknown>;

export interface SealedFrame {
  readonly frame: Bytes;
  readonly hash: Bytes;
}

export interface FrameSummary {
  readonly frameCount: number;
  readonly encryptedSize: number;
  readonly frameRoot: Bytes;
}

/** Browsers that encrypt on threads of their own are kept busy; where they do not, this still fits into the caches. */
const FRAMES_AT_ONCE = 4;

function misuse(what: string): CryptoError {
  return new CryptoError("failed_precondition", what);
}

export async function createFileEncryptor(dek: DataKey, place: FilePlace, frameSize: number): Promise<FileEncryptor> {
  const { header, key } = await createHeader(dek, place, frameSize);
  const headerHash = await sha256(header.bytes);
  const hashes: Bytes[] = [];
  let range: CompactRange = EMPTY_RANGE;
  let encryptedSize = 0;
  let ended = false;
  let busy = false;

  /** A frame at the place that it was given, with its hash and its leaf. */
  async function sealAt(index: number, part: Bytes, final: boolean): Promise<SealedFrame & { readonly leaf: Bytes }> {
    const frame = await sealFrame(key, header, { headerHash, index, final }, part);
    const hash = await sha256(frame);
    return { frame, hash, leaf: await leafHash(hash) };
  }

  async function nextInPlace(memory: Bytes, length: number, final: boolean, beside?: Beside): Promise<readonly Bytes[]> {
    if (ended || busy) throw misuse(ended ? "This file is complete." : "Frames are encrypted one after another.");
    const count = Math.max(1, Math.ceil(length / frameSize));
    const room = count * TAG_BYTES;
    if (memory.length < room + length) throw new CryptoError("invalid_argument", "There is no room for the tags of these frames.");
    const from = hashes.length;
    const sealed: { readonly hash: Bytes; readonly leaf: Bytes }[] = [];
    let placed: Promise<void> = Promise.resolve();
    let started = 0;

    /** In their order: a frame covers contents of the one before it, and never of one that comes after. */
    function sealNext(): Promise<void> {
      const i = started++;
      const part = memory.subarray(room + i * frameSize, room + Math.min((i + 1) * frameSize, length));
      const made = Promise.all([sealAt(from + i, part, final && i === count - 1), beside?.(part, i)]);
      placed = Promise.all([made, placed]).then(([[{ frame, hash, leaf }]]) => {
        memory.set(frame, i * (frameSize + TAG_BYTES));
        sealed.push({ hash, leaf });
      });
      return placed;
    }

    async function sealSome(): Promise<void> {
      try {
        while (started < count && !ended) await sealNext();
      } catch (error) {
        // A nonce may have been used: nothing more is encrypted under this key.
        ended = true;
        throw error;
      }
    }

    busy = true;
    const lanes = Array.from({ length: Math.min(count, FRAMES_AT_ONCE) }, sealSome);
    try {
      await Promise.all(lanes);
      for (const { hash, leaf } of sealed) {
        range = await extend(range, leaf);
        hashes.push(hash);
      }
      encryptedSize += room + length;
      ended = final;
      return sealed.map(({ hash }) => hash);
    } finally {
      await Promise.allSettled(lanes);
      busy = false;
    }
  }

  async function next(part: Bytes, final: boolean): Promise<SealedFrame> {
    const frame = concat(zeros(TAG_BYTES), part);
    const [hash] = await nextInPlace(frame, part.length, final);
    if (!hash) throw damaged();
    return { frame, hash };
  }

  async function again(index: number, part: Bytes): Promise<SealedFrame> {
    const expected = hashes[index];
    if (!expected) throw misuse("This frame was not made yet.");
    const final = ended && index === hashes.length - 1;
    const frame = await sealFrame(key, header, { headerHash, index, final }, part);
    const hash = await sha256(frame);
    if (!sameBytes(hash, expected)) throw damaged();
    return { frame, hash };
  }

  async function finish(): Promise<FrameSummary> {
    if (!ended) throw misuse("This file is not complete.");
    return { frameCount: hashes.length, encryptedSize, frameRoot: await rangeRoot(range) };
  }

  return { header: header.bytes, headerHash, next, nextInPlace, again, finish };
}
