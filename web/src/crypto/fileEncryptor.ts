/**
 * A one-shot encryptor of a file's frames.
 *
 * It draws salt and prefix itself, takes frames in their order only, and can not be started again with other contents.
 * The hash of each frame is kept before the frame leaves: a frame that has to be sent again is given out only when it
 * comes out the same, so no (key, nonce) pair ever covers two plaintexts.
 */
import { sameBytes, type Bytes } from "./bytes.ts";
import { EMPTY_RANGE, extend, rangeRoot, type CompactRange } from "./compactRange.ts";
import type { DataKey } from "./contentWrap.ts";
import { sha256 } from "./derive.ts";
import { CryptoError, damaged } from "./errors.ts";
import { createHeader, type FilePlace } from "./fileHeader.ts";
import { sealFrame } from "./frames.ts";
import { leafHash } from "./merkle.ts";

export interface FileEncryptor {
  readonly header: Bytes;
  readonly headerHash: Bytes;
  /** Encrypts the next frame; the last one ends the encryptor. */
  next(part: Bytes, final: boolean): Promise<SealedFrame>;
  /** The same for several frames in their order, hashing some while others are encrypted; `final` is about the last. */
  nextAll(parts: readonly Bytes[], final: boolean): Promise<SealedFrame[]>;
  /** Encrypts a frame again that was given out before, from the same contents. */
  again(index: number, part: Bytes): Promise<SealedFrame>;
  /** What the signed statement says, once the last frame was made. */
  finish(): Promise<FrameSummary>;
}

export interface SealedFrame {
  readonly frame: Bytes;
  readonly hash: Bytes;
}

export interface FrameSummary {
  readonly frameCount: number;
  readonly encryptedSize: number;
  readonly frameRoot: Bytes;
}

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

  async function nextAll(parts: readonly Bytes[], final: boolean): Promise<SealedFrame[]> {
    if (ended || busy) throw misuse(ended ? "This file is complete." : "Frames are encrypted one after another.");
    busy = true;
    try {
      const from = hashes.length;
      const sealed = await Promise.all(parts.map((part, i) => sealAt(from + i, part, final && i === parts.length - 1)));
      for (const { frame, hash, leaf } of sealed) {
        range = await extend(range, leaf);
        hashes.push(hash);
        encryptedSize += frame.length;
      }
      ended = final;
      return sealed;
    } catch (error) {
      // A nonce may have been used: nothing more is encrypted under this key.
      ended = true;
      throw error;
    } finally {
      busy = false;
    }
  }

  async function next(part: Bytes, final: boolean): Promise<SealedFrame> {
    const [sealed] = await nextAll([part], final);
    if (!sealed) throw damaged();
    return sealed;
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

  return { header: header.bytes, headerHash, next, nextAll, again, finish };
}
