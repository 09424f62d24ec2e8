/**
 * ECDSA signatures as r‖s of 64 bytes with the low s.
 *
 * For every signature (r, s) the pair (r, n−s) verifies as well. Signers write the lower one and
 * verifiers refuse the other, so nobody but the signer can make a second form of a signature.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import type { Bytes } from "./bytes.ts";
import { importVerifyingKey, type SigningKey, type VerifyingKey } from "./keys.ts";
import { isZero } from "./padding.ts";

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HIGHEST_S = (ORDER - 1n) / 2n;
const ORDER_BYTES = fromInteger(ORDER);
const HIGHEST_S_BYTES = fromInteger(HIGHEST_S);
const ALGORITHM = { name: "ECDSA", hash: "SHA-256" };

function toInteger(bytes: Bytes): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function fromInteger(value: bigint): Bytes {
  const bytes = new Uint8Array(32);
  for (let i = 31, rest = value; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}

/** Negative, zero or positive, as the first number is below, at or above the second. Signatures are public. */
function compare(left: Bytes, right: Bytes): number {
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

export function isLow(signature: Bytes): boolean {
  if (signature.length !== 64) return false;
  const r = signature.subarray(0, 32);
  const s = signature.subarray(32);
  return !isZero(r) && compare(r, ORDER_BYTES) < 0 && !isZero(s) && compare(s, HIGHEST_S_BYTES) <= 0;
}

export async function sign(key: SigningKey, message: Bytes): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, message));
  const s = toInteger(signature.slice(32));
  if (s > HIGHEST_S) signature.set(fromInteger(ORDER - s), 32);
  return toBase64Url(signature);
}

/** False for everything that is not exactly such a signature, whatever the reason. */
export async function verifies(key: VerifyingKey, message: Bytes, signature: string): Promise<boolean> {
  try {
    const bytes = fromBase64Url(signature);
    return isLow(bytes) && (await crypto.subtle.verify(ALGORITHM, key, bytes, message));
  } catch {
    return false;
  }
}

/** The same against a point; a point that is none has signed nothing. */
export async function verifiesUnder(point: string, message: Bytes, signature: string): Promise<boolean> {
  try {
    return await verifies(await importVerifyingKey(point), message, signature);
  } catch {
    return false;
  }
}
