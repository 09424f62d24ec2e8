/**
 * Reading an encrypted file: whole, frame after frame, or any range of frames.
 *
 * A frame's tag proves only that somebody with the data key made it. That it belongs to the file that was signed is
 * proven by the tree of frames: a full reading compares the root at its end, a range reading checks every frame against
 * the list of hashes whose root was compared first.
 */
import { sameBytes, type Bytes } from "./bytes.ts";
import { EMPTY_RANGE, extend, rangeRoot, type CompactRange } from "./compactRange.ts";
import type { DataKey } from "./contentWrap.ts";
import { sha256 } from "./derive.ts";
import { damaged } from "./errors.ts";
import { openHeader, type FilePlace } from "./fileHeader.ts";
import { encryptedFrameSize } from "./fileSizes.ts";
import { openFrame } from "./frames.ts";
import { leafHash, rootOfLeaves } from "./merkle.ts";

/** What the signed statement says about the frames of one purpose. */
export interface SignedFrames {
  readonly headerHash: Bytes;
  readonly frameCount: number;
  readonly frameRoot: Bytes;
}

export interface OpenedFile {
  readonly frameSize: number;
  readonly frameCount: number;
  open(index: number, frame: Bytes): Promise<Bytes>;
}

/** Opens the header that the statement names; frames by their number then open without further proof of the root. */
async function openFile(dek: DataKey, place: FilePlace, headerBytes: Bytes, signed: SignedFrames): Promise<OpenedFile> {
  const headerHash = await sha256(headerBytes);
  if (!sameBytes(headerHash, signed.headerHash) || signed.frameCount < 1) throw damaged();
  const { header, key } = await openHeader(dek, place, headerBytes);
  const { frameCount } = signed;
  return {
    frameSize: header.frameSize,
    frameCount,
    open: (index, frame) => {
      if (index < 0 || index >= frameCount) throw damaged();
      return openFrame(key, header, { headerHash, index, final: index === frameCount - 1 }, frame);
    },
  };
}

/** A full reading: frames in their order, and `finish` says whether they were the signed ones. */
export interface FileReading {
  readonly frameSize: number;
  readonly frameCount: number;
  next(frame: Bytes): Promise<Bytes>;
  finish(): Promise<void>;
}

export async function readWholeFile(
  dek: DataKey, place: FilePlace, headerBytes: Bytes, signed: SignedFrames,
): Promise<FileReading> {
  const file = await openFile(dek, place, headerBytes, signed);
  let range: CompactRange = EMPTY_RANGE;
  return {
    frameSize: file.frameSize,
    frameCount: file.frameCount,
    next: async (frame) => {
      const part = await file.open(range.size, frame);
      range = await extend(range, await leafHash(await sha256(frame)));
      return part;
    },
    finish: async () => {
      if (range.size !== signed.frameCount || !sameBytes(await rangeRoot(range), signed.frameRoot)) throw damaged();
    },
  };
}

/** A reading of single frames: every one is compared with the list, and the list with the signed root. */
export async function readFileRanges(
  dek: DataKey, place: FilePlace, headerBytes: Bytes, signed: SignedFrames, frameHashes: readonly Bytes[],
): Promise<OpenedFile> {
  const file = await openFile(dek, place, headerBytes, signed);
  const root = await rootOfLeaves(await Promise.all(frameHashes.map(leafHash)));
  if (frameHashes.length !== signed.frameCount || !sameBytes(root, signed.frameRoot)) throw damaged();
  return {
    ...file,
    open: async (index, frame) => {
      const expected = frameHashes[index];
      if (!expected || !sameBytes(await sha256(frame), expected)) throw damaged();
      return file.open(index, frame);
    },
  };
}

/** The bytes of the store that hold frames `from` to `to` (exclusive). */
export function frameRange(
  file: { readonly frameSize: number; readonly frameCount: number; readonly encryptedSize: number }, from: number, to: number,
): { readonly start: number; readonly end: number } {
  const start = from * (file.frameSize + 16);
  let end = start;
  for (let index = from; index < Math.min(to, file.frameCount); index++) end += encryptedFrameSize(file, index);
  return { start, end };
}
