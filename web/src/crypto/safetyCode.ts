/**
 * The safety code: what two people tell one another to find out that they mean the same device in the same account.
 *
 * Code and answer are over the card of the device, which holds the account's fingerprint. Neither is a secret, so whoever
 * wants another card with the same twenty digits has to search for it; the stretching makes every card of that search
 * cost a million hashes. The answer is shown only by a browser that has found the code equal.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { SUITE } from "./box.ts";
import { concat, readU64, sameBytes, u8, utf8, type Bytes } from "./bytes.ts";
import { pbkdf2, purpose, sha256 } from "./derive.ts";
import { idBytes, type Id } from "./ids.ts";
import type { Branded } from "./keys.ts";

const ITERATIONS = 1_048_576;
const GROUPS = 4;
const ANSWER = GROUPS;

/** What code, answer and QR code of a device follow from. */
export type CardPrint = Branded<Bytes, "CardPrint">;

export interface SafetyCode {
  /** Four groups of five digits. */
  readonly code: string;
  /** Six digits. */
  readonly answer: string;
}

/** Of the card that a device signed, for the person whose device it is. */
export async function cardPrint(account: Id, user: Id, card: Bytes): Promise<CardPrint> {
  const cardHash = toBase64Url(await sha256(card));
  return (await sha256(purpose("e2ee.v1.safety-code", { account, user, cardHash }))) as CardPrint;
}

async function digits(stretched: string, index: number, count: number): Promise<string> {
  const digest = await sha256(purpose("e2ee.v1.safety-group", { stretched, index }));
  return (readU64(digest) % 10n ** BigInt(count)).toString().padStart(count, "0");
}

/** Takes a good part of a second by intent; asked for when a comparison begins, and not for a list. */
export async function safetyCode(account: Id, print: CardPrint): Promise<SafetyCode> {
  const stretched = toBase64Url(await pbkdf2(print, idBytes(account), ITERATIONS));
  const groups = await Promise.all(Array.from({ length: GROUPS }, (_, i) => digits(stretched, i, 5)));
  return { code: groups.join(" "), answer: await digits(stretched, ANSWER, 6) };
}

/** The code as a picture holds it: the whole print, so nothing has to be stretched. */
export function safetyQr(print: CardPrint): string {
  return toBase64Url(concat(u8(SUITE), print));
}

/** Whether a picture that was scanned shows this card; text that is no such picture shows none. */
export function qrShows(print: CardPrint, scanned: string): boolean {
  try {
    return sameBytes(fromBase64Url(scanned.trim()), concat(u8(SUITE), print));
  } catch {
    return false;
  }
}

/** Whether what a person typed is these digits, however they are grouped. */
export function sameDigits(typed: string, digits: string): boolean {
  const bare = (text: string) => utf8(text.replace(/[\s.-]/g, ""));
  return sameBytes(bare(typed), bare(digits));
}
