/** The arithmetic of a file's frames: frame size by file size, padded length, number of frames, sizes of parts. */
import { CryptoError } from "./errors.ts";
import { TAG_BYTES } from "./fileHeader.ts";
import { padme } from "./padding.ts";

/** Frames of this size were measured to be more than twice as cheap per byte as those of 1 MiB and above. */
const DEFAULT_FRAME = 256 * 1024;
const LARGE_FRAME = 1024 * 1024;
const LARGE_FILE = 64 * 1024 ** 3;
const THUMBNAIL_STEP = 64 * 1024;
export const FRAMES_PER_PART = 32;

export interface FileSizes {
  readonly frameSize: number;
  readonly trueSize: number;
  readonly paddedSize: number;
  readonly frameCount: number;
  readonly encryptedSize: number;
}

function sizesOf(trueSize: number, paddedSize: number, frameSize: number): FileSizes {
  if (!Number.isSafeInteger(trueSize) || trueSize < 0) throw new CryptoError("invalid_argument", "A file has an impossible size.");
  const frameCount = Math.max(1, Math.ceil(paddedSize / frameSize));
  return { frameSize, trueSize, paddedSize, frameCount, encryptedSize: paddedSize + frameCount * TAG_BYTES };
}

export function contentSizes(trueSize: number): FileSizes {
  return sizesOf(trueSize, padme(trueSize), trueSize > LARGE_FILE ? LARGE_FRAME : DEFAULT_FRAME);
}

/** A thumbnail is padded in steps so large that most are of one size. */
export function thumbnailSizes(trueSize: number): FileSizes {
  return sizesOf(trueSize, Math.max(1, Math.ceil(trueSize / THUMBNAIL_STEP)) * THUMBNAIL_STEP, DEFAULT_FRAME);
}

/** The most bytes that one part of an object has when it is encrypted. */
export function partBytes({ frameSize, frameCount, encryptedSize }: FileSizes): number {
  return frameCount > FRAMES_PER_PART ? FRAMES_PER_PART * (frameSize + TAG_BYTES) : encryptedSize;
}

export interface PartSizes {
  /** Bytes of the file itself. */
  readonly trueBytes: number;
  /** The same with the zeros of the padding. */
  readonly plainBytes: number;
  /** What encryption adds. */
  readonly tagBytes: number;
}

export function partCount({ frameCount }: FileSizes): number {
  return Math.ceil(frameCount / FRAMES_PER_PART);
}

export function partSizes({ frameSize, trueSize, paddedSize }: FileSizes, index: number): PartSizes {
  const from = index * FRAMES_PER_PART * frameSize;
  const plainBytes = Math.min(paddedSize - from, FRAMES_PER_PART * frameSize);
  return {
    trueBytes: Math.min(Math.max(trueSize - from, 0), plainBytes),
    plainBytes,
    tagBytes: Math.max(1, Math.ceil(plainBytes / frameSize)) * TAG_BYTES,
  };
}

/** How long frame `index` of a file is when it is encrypted. */
export function encryptedFrameSize({ frameSize, frameCount, encryptedSize }: Omit<FileSizes, "trueSize" | "paddedSize">, index: number): number {
  const whole = frameSize + TAG_BYTES;
  return index < frameCount - 1 ? whole : encryptedSize - whole * (frameCount - 1);
}
