/**
 * Pairing: a secret that the people carry themselves, in a link or a QR code, past the server.
 *
 * Next to the secret the fragment carries the account's fingerprint and a pin of its log, so the newcomer verifies the
 * account before it says anything, and proves itself by a MAC over its card.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, randomBytes, readU64, sameBytes, u64, u8, type Bytes } from "./bytes.ts";
import { hkdf, hmac, purpose } from "./derive.ts";
import { malformed, unknownVersion } from "./errors.ts";
import { idBytes, idText, type Id } from "./ids.ts";
import { SUITE } from "./box.ts";

export interface PairingLink {
  /** The invitation's id, or a random one for a further device. */
  readonly pairingId: Id;
  readonly account: Id;
  readonly secret: Bytes;
  readonly fingerprint: string;
  readonly logSize: number;
  readonly logRoot: string;
  readonly logKey: string;
}

const SECRET_BYTES = 16;
const FRAGMENT_BYTES = 153;

export function generatePairingSecret(): Bytes {
  return randomBytes(SECRET_BYTES);
}

export function pairingFragment(link: PairingLink): string {
  return toBase64Url(concat(
    u8(SUITE), idBytes(link.pairingId), idBytes(link.account), link.secret, fromBase64Url(link.fingerprint),
    u64(link.logSize), fromBase64Url(link.logRoot), fromBase64Url(link.logKey),
  ));
}

export function parsePairingFragment(fragment: string): PairingLink {
  const bytes = fromBase64Url(fragment);
  if (bytes.length > 0 && bytes[0] !== SUITE) throw unknownVersion();
  if (bytes.length !== FRAGMENT_BYTES) throw malformed("This link is not complete.");
  const size = readU64(bytes, 81);
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("This link is not complete.");
  return {
    pairingId: idText(bytes.slice(1, 17)),
    account: idText(bytes.slice(17, 33)),
    secret: bytes.slice(33, 49),
    fingerprint: toBase64Url(bytes.slice(49, 81)),
    logSize: Number(size),
    logRoot: toBase64Url(bytes.slice(89, 121)),
    logKey: toBase64Url(bytes.slice(121, 153)),
  };
}

export async function pairingMac(secret: Bytes, account: Id, pairingId: Id, card: Bytes): Promise<string> {
  if (secret.length !== SECRET_BYTES) throw malformed("A pairing secret has 16 bytes.");
  const key = await hkdf(secret, idBytes(account), purpose("e2ee.v1.pairing.key", { account, pairingId }), 32);
  return toBase64Url(await hmac(key, purpose("e2ee.v1.pairing", { card: toBase64Url(card) })));
}

export async function pairingMacFits(
  secret: Bytes, account: Id, pairingId: Id, card: Bytes, mac: string,
): Promise<boolean> {
  const [expected, given] = [fromBase64Url(await pairingMac(secret, account, pairingId, card)), fromBase64Url(mac)];
  return sameBytes(expected, given);
}
