/** Files that are being sealed or read right now, each under a number that the page knows it by. */
import type { Bytes } from "../../crypto/bytes.ts";
import type { CompactRange } from "../../crypto/compactRange.ts";
import type { DataKey } from "../../crypto/contentWrap.ts";
import type { FileReading, OpenedFile } from "../../crypto/fileDecryptor.ts";
import type { FileEncryptor } from "../../crypto/fileEncryptor.ts";
import type { FileSizes } from "../../crypto/fileSizes.ts";
import { CryptoError } from "../../crypto/errors.ts";

export interface SealingObject {
  readonly sizes: FileSizes;
  readonly encryptor: FileEncryptor;
  /** How many parts were encrypted so far. */
  parts: number;
}

export interface FileSealingState {
  readonly fileId: string;
  readonly dek: DataKey;
  readonly content: SealingObject;
  readonly thumbnail: SealingObject | null;
  /** Tree over the true bytes in steps of 256 KiB, for the manifest. */
  digest: CompactRange;
}

export interface FileReadingState {
  readonly trueSize: number | null;
  readonly paddedSize: number;
  readonly source: { readonly by: "frames"; readonly file: OpenedFile } | { readonly by: "whole"; readonly file: FileReading };
  /** Next frame of a reading from the start. */
  next: number;
}

export interface FileDesk {
  next: number;
  readonly sealing: Map<number, FileSealingState>;
  readonly reading: Map<number, FileReadingState>;
}

export function emptyFileDesk(): FileDesk {
  return { next: 1, sealing: new Map(), reading: new Map() };
}

export function found<State>(states: ReadonlyMap<number, State>, handle: number): State {
  const state = states.get(handle);
  if (!state) throw new CryptoError("failed_precondition", "This file is not open any more. Start again.");
  return state;
}

/** Cuts bytes into frames. */
export function framesOf(bytes: Bytes, size: number): Bytes[] {
  const frames = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  return frames.length === 0 ? [bytes] : frames;
}
