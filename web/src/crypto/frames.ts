/**
 * One encrypted frame of a file.
 *
 * The nonce is the file's random prefix followed by the frame's 32-bit number, so no two frames under one key share a
 * nonce. The associated data names header, position and end, so none can be moved, repeated, mixed or cut off.
 */
import { toBase64Url } from "./base64url.ts";
import { concat, u32, u8, type Bytes } from "./bytes.ts";
import { purpose } from "./derive.ts";
import { CryptoError, damaged } from "./errors.ts";
import { TAG_BYTES, type FileHeader, type FileKey } from "./fileHeader.ts";

const MOST_FRAMES = 2 ** 32;

/** Where a frame stands. */
export interface FramePosition {
  readonly headerHash: Bytes;
  readonly index: number;
  readonly final: boolean;
}

function cipherOf({ prefix }: FileHeader, { headerHash, index, final }: FramePosition): AesGcmParams {
  if (index < 0 || index >= MOST_FRAMES) throw new CryptoError("out_of_range", "This file has too many frames.");
  const additionalData = purpose("e2ee.v1.frame", {
    headerHash: toBase64Url(headerHash), index, final: toBase64Url(u8(final ? 1 : 0)),
  });
  return { name: "AES-GCM", iv: concat(prefix, u32(index)), additionalData, tagLength: 128 };
}

function lengthFits({ frameSize }: FileHeader, length: number, final: boolean): boolean {
  return final ? length >= 0 && length <= frameSize : length === frameSize;
}

export async function sealFrame(key: FileKey, header: FileHeader, position: FramePosition, part: Bytes): Promise<Bytes> {
  const cipher = cipherOf(header, position);
  if (!lengthFits(header, part.length, position.final)) {
    throw new CryptoError("invalid_argument", "A frame has the wrong length.");
  }
  return new Uint8Array(await crypto.subtle.encrypt(cipher, key, part));
}

export async function openFrame(key: FileKey, header: FileHeader, position: FramePosition, frame: Bytes): Promise<Bytes> {
  if (!lengthFits(header, frame.length - TAG_BYTES, position.final)) throw damaged();
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipherOf(header, position), key, frame));
  } catch {
    throw damaged();
  }
}
