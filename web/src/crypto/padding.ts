/**
 * Padding of lengths by PADMÉ: a size tells no more than about its magnitude, at a cost of 12 % at most.
 *
 * A record is `length ‖ text ‖ zeros`; the zeros are checked, so one text has one padded form.
 */
import { concat, readU32, u32, zeros, type Bytes } from "./bytes.ts";
import { CryptoError, damaged } from "./errors.ts";

const LEAST_RECORD = 256;
export const MOST_DOCUMENT_BYTES = 256 * 1024;

/** The next size whose last bits are zero; as many as the exponent leaves over. */
export function padme(size: number): number {
  if (size < 2) return size;
  const exponent = Math.floor(Math.log2(size));
  const digits = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** Math.max(exponent - digits, 0);
  return Math.ceil(size / step) * step;
}

export function padDocument(document: Bytes): Bytes {
  if (document.length > MOST_DOCUMENT_BYTES) throw new CryptoError("out_of_range", "This text is too long. Longer texts are files.");
  const size = Math.max(LEAST_RECORD, padme(document.length + 4));
  return concat(u32(document.length), document, zeros(size - 4 - document.length));
}

export function unpadDocument(padded: Bytes): Bytes {
  if (padded.length < LEAST_RECORD) throw damaged();
  const length = readU32(padded);
  const size = Math.max(LEAST_RECORD, padme(length + 4));
  if (length > MOST_DOCUMENT_BYTES || size !== padded.length) throw damaged();
  if (!isZero(padded.subarray(4 + length))) throw damaged();
  return padded.slice(4, 4 + length);
}

export function isZero(bytes: Bytes): boolean {
  return bytes.every((byte) => byte === 0);
}
