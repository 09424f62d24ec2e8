/**
 * The safety code: twelve groups of five digits that two people compare.
 *
 * It is over the card of the device, which holds the account's fingerprint, so equal codes also mean the same account.
 */
import { toBase64Url } from "./base64url.ts";
import { readU64, u8, type Bytes } from "./bytes.ts";
import { purpose, sha256 } from "./derive.ts";
import { encodeCard, type DeviceCard } from "./statements.ts";

const GROUPS = 12;

async function group(fingerprint: Bytes, index: number): Promise<string> {
  const digest = await sha256(fingerprint, u8(index));
  return (readU64(digest) % 100_000n).toString().padStart(5, "0");
}

export async function safetyCode(card: DeviceCard): Promise<string[]> {
  const cardHash = toBase64Url(await sha256(encodeCard(card)));
  const fingerprint = await sha256(purpose("e2ee.v1.safety-code", { account: card.account, user: card.user, cardHash }));
  return Promise.all(Array.from({ length: GROUPS }, (_, i) => group(fingerprint, i)));
}
