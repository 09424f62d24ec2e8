// Made by `npm run payloads` from schemas/file.1.json.
import { isRecord, isText } from "./fit.ts";

/** What is known of a file before any of it is read. */
export interface FileManifest {
  v: 1;
  name: string;
  mime: string;
  bytes: number;
  /** Root of the hashes of its parts, in base64url. */
  digest: string;
  pages?: number;
  width?: number;
  height?: number;
  modifiedAt?: string;
}

export function fileManifestFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!(value["v"] === 1)) return "v";
  if (!isText(value["name"])) return "name";
  if (!isText(value["mime"])) return "mime";
  if (!(Number.isInteger(value["bytes"]) && (value["bytes"] as number) >= 0)) return "bytes";
  if (!isText(value["digest"])) return "digest";
  if (value["pages"] !== undefined && !Number.isInteger(value["pages"])) return "pages";
  if (value["width"] !== undefined && !Number.isInteger(value["width"])) return "width";
  if (value["height"] !== undefined && !Number.isInteger(value["height"])) return "height";
  if (value["modifiedAt"] !== undefined && !isText(value["modifiedAt"])) return "modifiedAt";
  return null;
}
