/** The primitives of suite 1 as plain functions: SHA-256, HKDF, HMAC and PBKDF2. */
import { encodeCanonical, encodeFields } from "./canonical.ts";
import { concat, type Bytes } from "./bytes.ts";
import { malformed } from "./errors.ts";
import { PURPOSES, type Fields } from "./labels.ts";

export type Purpose = keyof typeof PURPOSES;

/** The canonical bytes of one purpose of the table. */
export function purpose<P extends Purpose>(label: P, values: Fields<(typeof PURPOSES)[P]>): Bytes {
  return encodeCanonical(label, encodeFields(PURPOSES[label] as readonly string[], values as Fields<readonly string[]>));
}

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", parts.length === 1 ? (parts[0] ?? concat()) : concat(...parts)));
}

/** Input of a derivation: raw bytes, or a key that was imported once because many boxes use it. */
export type Ikm = Bytes | CryptoKey;

export function importIkm(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits"]);
}

export async function hkdf(ikm: Ikm, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = ikm instanceof Uint8Array ? await importIkm(ikm) : ikm;
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8));
}

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

export const PBKDF2_ITERATIONS = 210_000;
const PBKDF2_MOST_ITERATIONS = 5_000_000;

/** The numbers come from disk, so a cheap or an endless derivation is refused before it starts. */
export async function pbkdf2(password: Bytes, salt: Bytes, iterations: number): Promise<Bytes> {
  if (!Number.isInteger(iterations) || iterations < PBKDF2_ITERATIONS || iterations > PBKDF2_MOST_ITERATIONS) {
    throw malformed("The number of iterations is out of range.");
  }
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 256));
}
