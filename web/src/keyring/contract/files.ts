/** Files on their way out and in. */
import type { FileManifest as SealedManifest } from "../../payloads/file.generated.ts";
import type { Box, Signed, Wrap } from "./items.ts";

export interface FilePart {
  object: "content" | "thumbnail";
  number: number;
  /** Empty while somebody else has the memory: whoever lends it out puts it back here. */
  bytes: Uint8Array<ArrayBuffer>;
  sha256B64u: string;
  frameHashesB64u: string;
  /** Nobody reads the bytes any more: a later part may be sealed in their memory. */
  release(): void;
}

export interface ObjectShape {
  encryptedSize: number;
  frameSize: number;
  frameCount: number;
}

/** A file on its way out: shapes first, parts in order, and at the end what seals it. */
export interface FileSealing {
  fileId: string;
  content: ObjectShape;
  thumbnail: ObjectShape | null;
  parts(signal: AbortSignal): AsyncIterable<FilePart>;
  finish(): Promise<
    Signed & {
      headerB64u: string;
      thumbnailHeaderB64u?: string;
      manifest: Box;
      wraps: Wrap[];
      attrsSaltB64u: string;
    }
  >;
}

/** What is known of a file before any of it is read. Its version is the worker's. */
export type FileManifest = Omit<SealedManifest, "v">;

/** A file that this device can read. Every frame was checked before it is handed out. */
export interface OpenedFile {
  manifest: FileManifest;
  /** The frames in order; fails before the first byte that does not belong. */
  stream(signal?: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>>;
}
