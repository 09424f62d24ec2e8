/**
 * The two key pairs of a device, and the boxes that keep them between visits.
 *
 * The same 65 bytes `01 ‖ d_ecdh ‖ d_ecdsa` stand in four kinds of boxes: under a pass-phrase, under an
 * authenticator's secret, under the recovery secret and in the unlock cache. Each names account, user, device and
 * both public keys, so none can be opened as another's. None of the keys is ever stored as a `CryptoKey`: a browser
 * writes even non-extractable ones to disk in clear.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { associatedData, open, SALT_BYTES, seal, SUITE, type Box } from "./box.ts";
import { concat, randomBytes, sameBytes, u8, utf8, type Bytes } from "./bytes.ts";
import { hkdf, PBKDF2_ITERATIONS, pbkdf2, purpose, sha256 } from "./derive.ts";
import { CryptoError, damaged, malformed, TEXTS, unknownVersion } from "./errors.ts";
import { idBytes, idText, type Id } from "./ids.ts";
import {
  generateAgreementPair, generateSigningPair, importAgreementKey, importSigningKey,
  type AgreementKey, type Branded, type SigningKey,
} from "./keys.ts";

/** Who a device is: its id follows from the other four, so it can not be moved to other keys. */
export interface DeviceIdentity {
  readonly account: Id;
  readonly user: Id;
  readonly device: Id;
  readonly ecdhPublic: string;
  readonly ecdsaPublic: string;
}

export type DeviceSecret = Branded<Bytes, "DeviceSecret">;

/** An unlocked device. */
export interface DeviceKey extends DeviceIdentity {
  readonly agreement: AgreementKey;
  readonly signing: SigningKey;
}

export interface NewDevice {
  readonly identity: DeviceIdentity;
  readonly secret: DeviceSecret;
}

const SECRET_BYTES = 65;

type DeviceKeys = Pick<DeviceIdentity, "account" | "user" | "ecdhPublic" | "ecdsaPublic">;

export async function deviceIdOf({ account, user, ecdhPublic, ecdsaPublic }: DeviceKeys): Promise<Id> {
  const named = await sha256(purpose("e2ee.v1.device-id", { account, user, ecdhPublic, ecdsaPublic }));
  return idText(named.slice(0, 16));
}

export async function generateDevice(account: Id, user: Id): Promise<NewDevice> {
  const [receiving, signing] = await Promise.all([generateAgreementPair(), generateSigningPair()]);
  const keys = { account, user, ecdhPublic: receiving.point, ecdsaPublic: signing.point };
  const secret = concat(u8(SUITE), receiving.scalar, signing.scalar) as DeviceSecret;
  return { identity: { ...keys, device: await deviceIdOf(keys) }, secret };
}

export function deviceSecret(bytes: Bytes): DeviceSecret {
  if (bytes.length !== SECRET_BYTES) throw damaged();
  if (bytes[0] !== SUITE) throw unknownVersion();
  return bytes as DeviceSecret;
}

/** The usable keys of a secret, when it is that of the device named. */
export async function deviceKey(identity: DeviceIdentity, secret: DeviceSecret): Promise<DeviceKey> {
  const { account, user, device, ecdhPublic, ecdsaPublic } = identity;
  if ((await deviceIdOf(identity)) !== device) throw damaged();
  const [agreement, signing] = await Promise.all([
    importAgreementKey(secret.slice(1, 33), ecdhPublic),
    importSigningKey(secret.slice(33, 65), ecdsaPublic),
  ]);
  return { account, user, device, ecdhPublic, ecdsaPublic, agreement, signing };
}

/** The key under which this device keeps local copies of contents. */
export function localKey({ account, user, device }: DeviceIdentity, secret: DeviceSecret): Promise<Bytes> {
  return hkdf(secret.slice(1), idBytes(device), purpose("e2ee.v1.local-key", { account, user, device }), 32);
}

function context({ account, user, device, ecdhPublic, ecdsaPublic }: DeviceIdentity) {
  return { account, user, device, ecdhPublic, ecdsaPublic };
}

export interface Pbkdf2 {
  readonly name: "PBKDF2";
  readonly hash: "SHA-256";
  readonly iterations: number;
  readonly saltB64u: string;
}

export interface HkdfPrf {
  readonly name: "HKDF-PRF";
  readonly saltB64u: string;
}

/** A device key on disk. The associated data is there for people who debug; opening recomputes it. */
export interface ProtectedKey {
  readonly kdf: Pbkdf2 | HkdfPrf;
  readonly ivB64u: string;
  readonly aadB64u: string;
  readonly dataB64u: string;
  readonly createdAt: string;
}

export interface Authenticator {
  readonly credentialIdB64u: string;
  readonly prfInputB64u: string;
}

export const LEAST_PASSPHRASE = 15;

/** One spelling for what looks the same, typed on whatever keyboard. */
export function passphraseBytes(passphrase: string): Bytes {
  return utf8(passphrase.normalize("NFKC"));
}

export function passphraseIsLongEnough(passphrase: string): boolean {
  return [...passphrase.normalize("NFKC")].length >= LEAST_PASSPHRASE;
}

export async function protectByPassphrase(
  identity: DeviceIdentity, secret: DeviceSecret, passphrase: string, now: Date,
): Promise<ProtectedKey> {
  if (!passphraseIsLongEnough(passphrase)) throw malformed(`A pass-phrase has at least ${LEAST_PASSPHRASE} characters.`);
  const salt = randomBytes(SALT_BYTES);
  const ikm = await pbkdf2(passphraseBytes(passphrase), salt, PBKDF2_ITERATIONS);
  const box = await seal(ikm, "device-key.passphrase", context(identity), secret, { salt });
  return {
    kdf: { name: "PBKDF2", hash: "SHA-256", iterations: PBKDF2_ITERATIONS, saltB64u: box.saltB64u },
    ivB64u: box.ivB64u,
    aadB64u: toBase64Url(associatedData("device-key.passphrase", context(identity))),
    dataB64u: box.dataB64u,
    createdAt: now.toISOString(),
  };
}

function boxOf(kept: ProtectedKey): Box {
  return { saltB64u: kept.kdf.saltB64u, ivB64u: kept.ivB64u, dataB64u: kept.dataB64u };
}

function checkAssociatedData(kept: ProtectedKey, expected: Bytes): void {
  if (!sameBytes(fromBase64Url(kept.aadB64u), expected)) throw damaged();
}

export async function openByPassphrase(identity: DeviceIdentity, kept: ProtectedKey, passphrase: string): Promise<DeviceSecret> {
  if (passphrase === "") throw new CryptoError("failed_precondition", TEXTS.passphraseMissing);
  const kdf = kept.kdf as Partial<Pbkdf2>;
  if (kdf.name !== "PBKDF2" || kdf.hash !== "SHA-256") throw malformed("This key is not protected by a pass-phrase.");
  checkAssociatedData(kept, associatedData("device-key.passphrase", context(identity)));
  const ikm = await pbkdf2(passphraseBytes(passphrase), fromBase64Url(kept.kdf.saltB64u), kdf.iterations ?? 0);
  try {
    return deviceSecret(await open(ikm, "device-key.passphrase", context(identity), boxOf(kept)));
  } catch (error) {
    if (error instanceof CryptoError && error.code === "unimplemented") throw error;
    throw malformed(TEXTS.passphraseWrong);
  }
}

/** The authenticator's answer, when it is one: 32 bytes that are not all zero. */
export function prfSecret(result: Bytes | undefined): Bytes {
  if (result?.length !== 32 || result.every((byte) => byte === 0)) {
    throw new CryptoError("failed_precondition", TEXTS.prfMissing);
  }
  return result;
}

function prfContext(identity: DeviceIdentity, authenticator: Authenticator) {
  return { ...context(identity), credentialId: authenticator.credentialIdB64u, prfInput: authenticator.prfInputB64u };
}

export async function protectByPrf(
  identity: DeviceIdentity, secret: DeviceSecret, authenticator: Authenticator, result: Bytes, now: Date,
): Promise<ProtectedKey> {
  const place = prfContext(identity, authenticator);
  const box = await seal(prfSecret(result), "device-key.prf", place, secret);
  return {
    kdf: { name: "HKDF-PRF", saltB64u: box.saltB64u },
    ivB64u: box.ivB64u,
    aadB64u: toBase64Url(associatedData("device-key.prf", place)),
    dataB64u: box.dataB64u,
    createdAt: now.toISOString(),
  };
}

export async function openByPrf(
  identity: DeviceIdentity, kept: ProtectedKey, authenticator: Authenticator, result: Bytes,
): Promise<DeviceSecret> {
  if (kept.kdf.name !== "HKDF-PRF") throw malformed("This key is not protected by an authenticator.");
  const place = prfContext(identity, authenticator);
  checkAssociatedData(kept, associatedData("device-key.prf", place));
  return deviceSecret(await open(prfSecret(result), "device-key.prf", place, boxOf(kept)));
}

export function sealRecovery(identity: DeviceIdentity, secret: DeviceSecret, recoverySecret: Bytes): Promise<Box> {
  return seal(recoverySecret, "recovery", context(identity), secret);
}

export async function openRecovery(identity: DeviceIdentity, recoverySecret: Bytes, envelope: Box): Promise<DeviceSecret> {
  try {
    return deviceSecret(await open(recoverySecret, "recovery", context(identity), envelope));
  } catch (error) {
    if (error instanceof CryptoError && error.code === "unimplemented") throw error;
    throw malformed(TEXTS.recoveryWrong);
  }
}
