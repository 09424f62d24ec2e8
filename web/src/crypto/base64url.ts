/**
 * Bytes as text: base64url without padding, and the padded base64 of signed notes.
 *
 * Each byte string has one text, and every other text is refused, so that a hash or an id
 * over the text and one over the bytes never disagree.
 */
import type { Bytes } from "./bytes.ts";
import { malformed } from "./errors.ts";

const COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const URL_ALPHABET = `${COMMON}-_`;
const NOTE_ALPHABET = `${COMMON}+/`;

function encode(bytes: Bytes, alphabet: string): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = Math.min(bytes.length - at, 3) + 1;
    for (let i = 0; i < letters; i++) text += alphabet[(group >> (18 - 6 * i)) & 63] ?? "";
  }
  return text;
}

function valuesOf(alphabet: string): Int16Array {
  const values = new Int16Array(128).fill(-1);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  return values;
}

const URL_VALUES = valuesOf(URL_ALPHABET);
const NOTE_VALUES = valuesOf(NOTE_ALPHABET);

function decode(text: string, values: Int16Array): Bytes {
  const rest = text.length % 4;
  if (rest === 1) throw malformed("This is not base64url.");
  const bytes = new Uint8Array((text.length >> 2) * 3 + Math.max(rest - 1, 0));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text.charCodeAt(i)] ?? -1;
    if (value < 0) throw malformed("This is not base64url.");
    group = ((group << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (group >> bits) & 255;
    }
  }
  if ((group & ((1 << bits) - 1)) !== 0) throw malformed("This is not canonical base64url.");
  return bytes;
}

/** What newer engines have (ECMAScript 2026): on boxes of a megabyte some thirty times as fast. */
interface Native {
  readonly toBase64?: (this: Bytes, options: { readonly alphabet: "base64url"; readonly omitPadding: true }) => string;
  readonly fromBase64?: (text: string, options: { readonly alphabet: "base64url"; readonly lastChunkHandling: "strict" }) => Bytes;
}

/** Not worth the way there. */
const SHORT = 64;
const NOT_IN_ALPHABET = /[^\w-]/;

export function toBase64Url(bytes: Bytes): string {
  const { toBase64 } = Uint8Array.prototype as Native;
  return toBase64 && bytes.length > SHORT ? toBase64.call(bytes, { alphabet: "base64url", omitPadding: true }) : encode(bytes, URL_ALPHABET);
}

export function fromBase64Url(text: string): Bytes {
  const { fromBase64 } = Uint8Array as unknown as Native;
  // Other texts, of which the engine passes over some, are refused as they are here.
  if (!fromBase64 || text.length <= SHORT || text.length % 4 === 1 || NOT_IN_ALPHABET.test(text)) return decode(text, URL_VALUES);
  try {
    return fromBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "="), { alphabet: "base64url", lastChunkHandling: "strict" });
  } catch {
    throw malformed("This is not canonical base64url.");
  }
}

/** Standard base64 with padding, used in signed notes only. */
export function toBase64(bytes: Bytes): string {
  const text = encode(bytes, NOTE_ALPHABET);
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

export function fromBase64(text: string): Bytes {
  const bytes = decode(text.replace(/={1,2}$/, ""), NOTE_VALUES);
  if (toBase64(bytes) !== text) throw malformed("This is not canonical base64.");
  return bytes;
}
