/** Byte strings, and the few operations that every format needs. */

import { malformed } from "./errors.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

export function concat(...parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Compares without telling by its duration where the two differ. */
export function sameBytes(left: Bytes, right: Bytes): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= (left[i] ?? 0) ^ (right[i] ?? 0);
  return difference === 0;
}

export function zeros(length: number): Bytes {
  return new Uint8Array(length);
}

/** Random bytes in portions, because the browser gives at most 65536 at a time. */
export function randomBytes(length: number): Bytes {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
  return bytes;
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

/** Refuses what is not UTF-8, and keeps a byte-order mark, so that decoding loses nothing. */
export function textOf(bytes: Bytes): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw malformed("This is not text.");
  }
}

export function u8(value: number): Bytes {
  return new Uint8Array([value]);
}

export function u32(value: number): Bytes {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
}

export function u64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export function readU32(bytes: Bytes, at = 0): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}

export function readU64(bytes: Bytes, at = 0): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(at);
}
