/**
 * The manifest of a file: its name, type and true size, sealed as a record of the kind `file` under the file's key.
 *
 * The contents are padded; the manifest says where they end, and a reader checks that the rest is zero.
 */
import type { Box } from "./box.ts";
import type { Bytes } from "./bytes.ts";
import type { DataKey } from "./contentWrap.ts";
import { damaged } from "./errors.ts";
import type { Id } from "./ids.ts";
import { isZero, padme } from "./padding.ts";
import { openRecordBody, sealRecordBody, type Document, type RecordPlace } from "./record.ts";

export interface FileVersion {
  readonly account: Id;
  readonly file: Id;
  readonly version: number;
}

export const MANIFEST_SCHEMA = 1;

function place({ account, file, version }: FileVersion): RecordPlace {
  return { account, kind: "file", id: file, contentRevision: version, schema: MANIFEST_SCHEMA };
}

export function sealManifest(dek: DataKey, version: FileVersion, manifest: Document): Promise<Box> {
  return sealRecordBody(dek, place(version), manifest);
}

export function openManifest(dek: DataKey, version: FileVersion, box: Box): Promise<Document> {
  return openRecordBody(dek, place(version), box);
}

/** Whether contents padded to `paddedSize` can be `trueSize` bytes long. */
export function paddedSizeFits(trueSize: number, paddedSize: number): boolean {
  return Number.isSafeInteger(trueSize) && trueSize >= 0 && padme(trueSize) === paddedSize;
}

/** The true part of one frame; what follows the end of the file must be zero. */
export function withoutPadding(part: Bytes, offset: number, trueSize: number): Bytes {
  const length = Math.min(part.length, Math.max(trueSize - offset, 0));
  if (!isZero(part.subarray(length))) throw damaged();
  return part.slice(0, length);
}
