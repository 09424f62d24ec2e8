/** The wraps of an item: which roles open it. One hash over them is signed, beside the audience that they are meant for. */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { boxHash, type Box } from "./box.ts";
import { u64 } from "./bytes.ts";
import { encodeCanonical, MOST_ROLES } from "./canonical.ts";
import { sha256 } from "./derive.ts";
import { malformed } from "./errors.ts";
import { idBytes, type Id } from "./ids.ts";

export interface Wrap extends Box {
  readonly roleId: Id;
  readonly generation: number;
  readonly mode: "wrap" | "seal";
}

export interface WrapSummary {
  readonly roleId: Id;
  readonly generation: number;
  readonly boxHash: string;
}

/** UUID text in lower case sorts as its bytes do. */
export function inRoleOrder<T extends { readonly roleId: Id }>(wraps: readonly T[]): T[] {
  return [...wraps].sort((left, right) => (left.roleId < right.roleId ? -1 : left.roleId > right.roleId ? 1 : 0));
}

export async function summaryHash(summaries: readonly WrapSummary[]): Promise<string> {
  if (summaries.length > MOST_ROLES) throw malformed("An item has too many wraps.");
  const ordered = inRoleOrder(summaries);
  if (ordered.some((wrap, i) => wrap.roleId === ordered[i + 1]?.roleId)) throw malformed("A role has two wraps.");
  const fields = ordered.flatMap((wrap) => [idBytes(wrap.roleId), u64(wrap.generation), fromBase64Url(wrap.boxHash)]);
  return toBase64Url(await sha256(encodeCanonical("e2ee.v1.wraps", fields)));
}

export async function wrapsHash(wraps: readonly Wrap[]): Promise<string> {
  const summaries = wraps.map(async (wrap) => ({
    roleId: wrap.roleId, generation: wrap.generation, boxHash: await boxHash(wrap),
  }));
  return summaryHash(await Promise.all(summaries));
}
