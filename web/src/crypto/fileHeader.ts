/**
 * The header of an encrypted file, 66 bytes, kept apart from the frames.
 *
 * It commits to the key, and the signed statement names its hash, so neither frame size, nonce prefix nor key can
 * be changed under the frames.
 */
import { toBase64Url } from "./base64url.ts";
import { concat, randomBytes, readU32, sameBytes, u32, u8, utf8, type Bytes } from "./bytes.ts";
import type { DataKey } from "./contentWrap.ts";
import { hkdf, purpose } from "./derive.ts";
import { CryptoError, damaged, unknownVersion } from "./errors.ts";
import type { Id } from "./ids.ts";
import type { Branded } from "./keys.ts";

export type FilePurpose = "content" | "thumbnail";

export interface FilePlace {
  readonly account: Id;
  readonly file: Id;
  readonly version: number;
  readonly purpose: FilePurpose;
}

/** Encrypts or decrypts the frames of one file, for one purpose. */
export type FileKey = Branded<CryptoKey, "FileKey">;

export interface FileHeader {
  readonly bytes: Bytes;
  readonly frameSize: number;
  readonly prefix: Bytes;
}

export interface KeyedHeader {
  readonly header: FileHeader;
  readonly key: FileKey;
}

const MAGIC = utf8("E2F1");
const VERSION = 0x01;
const HEADER_BYTES = 66;
export const TAG_BYTES = 16;
const MOST_FRAME_BYTES = 64 * 1024 * 1024;

function checkFrameSize(frameSize: number): void {
  if (frameSize < 1 || frameSize + TAG_BYTES > MOST_FRAME_BYTES) {
    throw new CryptoError("invalid_argument", "This frame size is not allowed.");
  }
}

async function deriveFileKey(
  dek: DataKey, { account, file, version, purpose: use }: FilePlace, frameSize: number, prefix: Bytes, salt: Bytes,
): Promise<{ key: FileKey; commitment: Bytes }> {
  const info = purpose("e2ee.v1.file.key", {
    account, kind: "file", id: file, version, purpose: use, frameSize, prefix: toBase64Url(prefix),
  });
  const okm = await hkdf(dek, salt, info, 64);
  const key = await crypto.subtle.importKey("raw", okm.slice(0, 32), "AES-GCM", false, ["encrypt", "decrypt"]);
  return { key: key as FileKey, commitment: okm.slice(32) };
}

/** A header with fresh salt and prefix, and the key that belongs to it. */
export async function createHeader(dek: DataKey, place: FilePlace, frameSize: number): Promise<KeyedHeader> {
  checkFrameSize(frameSize);
  const prefix = randomBytes(8);
  const salt = randomBytes(16);
  const { key, commitment } = await deriveFileKey(dek, place, frameSize, prefix, salt);
  const bytes = concat(MAGIC, u8(VERSION), u8(0), u32(frameSize), prefix, salt, commitment);
  return { header: { bytes, frameSize, prefix }, key };
}

/** The key of a header, after its commitment was compared. */
export async function openHeader(dek: DataKey, place: FilePlace, bytes: Bytes): Promise<KeyedHeader> {
  if (bytes.length !== HEADER_BYTES || !sameBytes(bytes.slice(0, 4), MAGIC)) throw damaged();
  if (bytes[4] !== VERSION) throw unknownVersion();
  if (bytes[5] !== 0) throw damaged();
  const frameSize = readU32(bytes, 6);
  checkFrameSize(frameSize);
  const prefix = bytes.slice(10, 18);
  const { key, commitment } = await deriveFileKey(dek, place, frameSize, prefix, bytes.slice(18, 34));
  if (!sameBytes(commitment, bytes.slice(34))) throw damaged();
  return { header: { bytes, frameSize, prefix }, key };
}
