/**
 * The link from one generation of a role to the one before it, so that old items stay readable after a roll.
 *
 * It travels as one text: base64url of `salt ‖ iv ‖ data`.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { open, seal, type Box } from "./box.ts";
import { concat } from "./bytes.ts";
import { damaged } from "./errors.ts";
import { checkedRoleKey, historyIkm, roleSecret, type PublishedRoleKey, type RoleKey } from "./roleKey.ts";

const LINK_BYTES = 16 + 12 + 146;

function context(newer: RoleKey, previousGeneration: number, previousRolePublic: string) {
  const { account, role, generation, rolePublic } = newer;
  return { account, role, generation, previousGeneration, rolePublic, previousRolePublic };
}

export async function linkRoleHistory(newer: RoleKey, older: RoleKey): Promise<string> {
  const place = context(newer, older.generation, older.rolePublic);
  const box = await seal(historyIkm(newer.secret), "role-history", place, older.secret);
  return toBase64Url(concat(fromBase64Url(box.saltB64u), fromBase64Url(box.ivB64u), fromBase64Url(box.dataB64u)));
}

export function linkBox(link: string): Box {
  const bytes = fromBase64Url(link);
  if (bytes.length !== LINK_BYTES) throw damaged();
  return {
    saltB64u: toBase64Url(bytes.slice(0, 16)),
    ivB64u: toBase64Url(bytes.slice(16, 28)),
    dataB64u: toBase64Url(bytes.slice(28)),
  };
}

export async function openRoleHistory(
  newer: RoleKey, generation: number, published: PublishedRoleKey, link: string,
): Promise<RoleKey> {
  const place = context(newer, generation, published.rolePublic);
  const bytes = await open(historyIkm(newer.secret), "role-history", place, linkBox(link));
  return checkedRoleKey(roleSecret(bytes), { account: newer.account, role: newer.role, generation }, published);
}
