/**
 * P-256 keys as the browser holds them.
 *
 * A public key has one form, the uncompressed point; the browser would take the compressed one too,
 * so the form is checked here. A private key enters as scalar with its point, and a pair that does
 * not belong together is refused by use, because not every browser compares them on import.
 * Keys are non-extractable from the moment they exist here.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { randomBytes, sameBytes, type Bytes } from "./bytes.ts";
import { damaged, malformed } from "./errors.ts";

declare const brand: unique symbol;
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** The private half that receives. */
export type AgreementKey = Branded<CryptoKey, "AgreementKey">;
/** The private half that signs. */
export type SigningKey = Branded<CryptoKey, "SigningKey">;
/** A public half that may have signed something. */
export type VerifyingKey = Branded<CryptoKey, "VerifyingKey">;

/** Scalar and point of a new pair; the scalar lives only until it is sealed. */
export interface KeyPairBytes {
  readonly scalar: Bytes;
  readonly point: string;
}

const ECDH = { name: "ECDH", namedCurve: "P-256" } as const;
const ECDSA = { name: "ECDSA", namedCurve: "P-256" } as const;

/** The point's bytes when it has the one allowed form. */
export function pointBytes(point: string): Bytes {
  const bytes = fromBase64Url(point);
  if (bytes.length !== 65 || bytes[0] !== 4) throw malformed("A public key is not an uncompressed point.");
  return bytes;
}

async function importPoint(point: string, algorithm: typeof ECDH | typeof ECDSA): Promise<CryptoKey> {
  const bytes = pointBytes(point);
  try {
    return await crypto.subtle.importKey("raw", bytes, algorithm, true, algorithm.name === "ECDSA" ? ["verify"] : []);
  } catch {
    throw malformed("A public key is not a point of the curve.");
  }
}

export function importAgreementPoint(point: string): Promise<CryptoKey> {
  return importPoint(point, ECDH);
}

/** The same few authors sign whole lists, and checking that a point is on the curve costs as much as a signature does. */
const imported = new Map<string, Promise<CryptoKey>>();
const MOST_IMPORTED = 512;

export async function importVerifyingKey(point: string): Promise<VerifyingKey> {
  let key = imported.get(point);
  if (!key) {
    if (imported.size >= MOST_IMPORTED) imported.clear();
    key = importPoint(point, ECDSA);
    imported.set(point, key);
  }
  return (await key) as VerifyingKey;
}

function jwk(scalar: Bytes, point: string): JsonWebKey {
  const bytes = pointBytes(point);
  return {
    kty: "EC",
    crv: "P-256",
    d: toBase64Url(scalar),
    x: toBase64Url(bytes.slice(1, 33)),
    y: toBase64Url(bytes.slice(33)),
  };
}

async function importScalar(
  scalar: Bytes, point: string, algorithm: typeof ECDH | typeof ECDSA, usages: KeyUsage[],
): Promise<CryptoKey> {
  if (scalar.length !== 32) throw malformed("A private key has the wrong length.");
  try {
    return await crypto.subtle.importKey("jwk", jwk(scalar, point), algorithm, false, usages);
  } catch {
    throw damaged();
  }
}

/** ECDH with the public point checked first. */
export async function agree(key: AgreementKey, point: string): Promise<Bytes> {
  const theirs = await importAgreementPoint(point);
  try {
    return new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, key, 256));
  } catch {
    throw damaged();
  }
}

/** A receiving key whose scalar was seen to belong to the point. */
export async function importAgreementKey(scalar: Bytes, point: string): Promise<AgreementKey> {
  const key = (await importScalar(scalar, point, ECDH, ["deriveBits"])) as AgreementKey;
  const trial = await generateAgreementPair();
  const trialKey = (await importScalar(trial.scalar, trial.point, ECDH, ["deriveBits"])) as AgreementKey;
  const [there, back] = await Promise.all([agree(trialKey, point), agree(key, trial.point)]);
  if (!sameBytes(there, back)) throw damaged();
  return key;
}

/** A signing key whose scalar was seen to belong to the point. */
export async function importSigningKey(scalar: Bytes, point: string): Promise<SigningKey> {
  const key = (await importScalar(scalar, point, ECDSA, ["sign"])) as SigningKey;
  const verifier = await importVerifyingKey(point);
  const trial = randomBytes(32);
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(algorithm, key, trial);
  if (!(await crypto.subtle.verify(algorithm, verifier, signature, trial))) throw damaged();
  return key;
}

async function exportPair(pair: CryptoKeyPair): Promise<KeyPairBytes> {
  const [secret, point] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("raw", pair.publicKey),
  ]);
  return { scalar: fromBase64Url(secret.d ?? ""), point: toBase64Url(new Uint8Array(point)) };
}

export async function generateAgreementPair(): Promise<KeyPairBytes> {
  return exportPair(await crypto.subtle.generateKey(ECDH, true, ["deriveBits"]));
}

export async function generateSigningPair(): Promise<KeyPairBytes> {
  return exportPair(await crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"]));
}
