/**
 * The sealed box: the one way in which a small object is encrypted.
 *
 * Every box derives a key of its own from a fresh salt, so equal nonces in two boxes meet different
 * keys and no limit on messages per key is reached. The second half of the derivation is a commitment
 * to the key: plain GCM would let one ciphertext open under two keys. Key derivation and associated
 * data both carry label and context, so a box taken elsewhere fails twice. Opening checks form and
 * commitment before it decrypts and answers every failure alike.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, randomBytes, sameBytes, u8, type Bytes } from "./bytes.ts";
import { encodeCanonical, encodeFields } from "./canonical.ts";
import { hkdf, sha256, type Ikm } from "./derive.ts";
import { CryptoError, damaged, unknownVersion } from "./errors.ts";
import { BOXES, PREFIX, type Fields } from "./labels.ts";

export type BoxLabel = keyof typeof BOXES;
export type BoxContext<L extends BoxLabel> = Fields<(typeof BOXES)[L]>;

/** A box as it travels. */
export interface Box {
  readonly saltB64u: string;
  readonly ivB64u: string;
  readonly dataB64u: string;
}

export const SUITE = 0x01;
export const SALT_BYTES = 16;
const IV_BYTES = 12;
const COMMITMENT_BYTES = 32;
const TAG_BYTES = 16;

/** Sizes of `data` that are the same for every box of a label; the others depend on their contents. */
const DATA_BYTES: Partial<Record<BoxLabel, number>> = {
  "role-wrap": 211,
  "role-history": 146,
  "content-wrap": 81,
  "content-seal": 146,
  "device-key.passphrase": 114,
  "device-key.prf": 114,
  recovery: 114,
  "unlock-cache": 114,
};

/** Boxes that name a fresh point in front of their body. */
const PREFIX_BYTES: Partial<Record<BoxLabel, number>> = { "role-wrap": 65, "content-seal": 65 };

/** The place of a box, as its derivation and as its associated data. */
function encodePlace(label: BoxLabel, context: Fields<readonly string[]>): { readonly info: Bytes; readonly additionalData: Bytes } {
  const fields = encodeFields(BOXES[label] as readonly string[], context);
  const encoded = (end: "key" | "aad") => encodeCanonical(`${PREFIX}${label}.${end}`, fields);
  return { info: encoded("key"), additionalData: encoded("aad") };
}

/** The associated data of a box, kept beside device keys for people who debug. */
export function associatedData<L extends BoxLabel>(label: L, context: BoxContext<L>): Bytes {
  return encodePlace(label, context).additionalData;
}

async function deriveKeys(
  ikm: Ikm, salt: Bytes, info: Bytes, usage: "encrypt" | "decrypt",
): Promise<{ key: CryptoKey; commitment: Bytes }> {
  const okm = await hkdf(ikm, salt, info, 64);
  const key = await crypto.subtle.importKey("raw", okm.subarray(0, 32), "AES-GCM", false, [usage]);
  return { key, commitment: okm.subarray(32) };
}

interface SealOptions {
  /** The fresh point in front of the body, for the labels that have one. */
  readonly prefix?: Bytes;
  /** The salt, where the key material itself was derived under it. */
  readonly salt?: Bytes;
}

export async function seal<L extends BoxLabel>(
  ikm: Ikm, label: L, context: BoxContext<L>, plaintext: Bytes, options: SealOptions = {},
): Promise<Box> {
  const salt = options.salt ?? randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const { info, additionalData } = encodePlace(label, context);
  const { key, commitment } = await deriveKeys(ikm, salt, info, "encrypt");
  const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData, tagLength: 128 }, key, plaintext);
  const data = concat(u8(SUITE), options.prefix ?? concat(), commitment, new Uint8Array(cipher));
  return { saltB64u: toBase64Url(salt), ivB64u: toBase64Url(iv), dataB64u: toBase64Url(data) };
}

interface Parts {
  readonly salt: Bytes;
  readonly iv: Bytes;
  readonly data: Bytes;
}

function partsOf(box: Box): Parts {
  try {
    return {
      salt: fromBase64Url(box.saltB64u),
      iv: fromBase64Url(box.ivB64u),
      data: fromBase64Url(box.dataB64u),
    };
  } catch {
    throw damaged();
  }
}

/** Form and version, before any key is touched. */
function checkedParts(label: BoxLabel, box: Box): Parts {
  const parts = partsOf(box);
  if (parts.data.length > 0 && parts.data[0] !== SUITE) throw unknownVersion();
  const least = 1 + (PREFIX_BYTES[label] ?? 0) + COMMITMENT_BYTES + TAG_BYTES;
  const size = DATA_BYTES[label] ?? parts.data.length;
  const fits = parts.salt.length === SALT_BYTES && parts.iv.length === IV_BYTES
    && parts.data.length >= least && parts.data.length === size;
  if (!fits) throw damaged();
  return parts;
}

/** The point in front of a `role-wrap` or `content-seal`, which is part of their context. */
export function boxPrefix(label: "role-wrap" | "content-seal", box: Box): string {
  return toBase64Url(checkedParts(label, box).data.slice(1, 66));
}

export async function open<L extends BoxLabel>(ikm: Ikm, label: L, context: BoxContext<L>, box: Box): Promise<Bytes> {
  const { salt, iv, data } = checkedParts(label, box);
  const body = data.subarray(1 + (PREFIX_BYTES[label] ?? 0));
  try {
    const { info, additionalData } = encodePlace(label, context);
    const { key, commitment } = await deriveKeys(ikm, salt, info, "decrypt");
    if (!sameBytes(commitment, body.subarray(0, COMMITMENT_BYTES))) throw damaged();
    const cipher = { name: "AES-GCM", iv, additionalData, tagLength: 128 };
    return new Uint8Array(await crypto.subtle.decrypt(cipher, key, body.subarray(COMMITMENT_BYTES)));
  } catch (error) {
    throw error instanceof CryptoError ? error : damaged();
  }
}

/** What a statement names when it names a box. */
export async function boxHash(box: Box): Promise<string> {
  const { salt, iv, data } = partsOf(box);
  return toBase64Url(await sha256(salt, iv, data));
}
