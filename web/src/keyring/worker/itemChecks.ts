/**
 * An item as a chain: the statements that were served with it, what they follow, and whether its contents are those that
 * they name.
 */
import { boxHash } from "../../crypto/box.ts";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { ContentAlarm } from "../../crypto/errors.ts";
import { idBytes, type Id } from "../../crypto/ids.ts";
import type { Put } from "../../crypto/keyLog/chain.ts";
import { objectTag } from "../../crypto/leaves.ts";
import { parseStatement, type Signed } from "../../crypto/statements.ts";
import type { WrapSummary } from "../../crypto/wraps.ts";
import type { SealedItem, ServedWrap } from "../contract.ts";
import type { Vault } from "./vault.ts";

export type SignedStep = Signed & { readonly wraps?: readonly ServedWrap[] };

const nameOf = (kind: string, id: Id): string => `${kind} ${id}`;

/** The tag that leaves know an object by; a list asks for the same ones again and again. */
export async function tagOf(vault: Vault, kind: string, id: Id): Promise<string> {
  const known = vault.tags.get(nameOf(kind, id)) ?? (await objectTag(vault.book.account, kind, idBytes(id)));
  noteTag(vault, kind, id, known);
  return known;
}

/** The tag of an object, as this device has made it before. */
export function noteTag({ tags }: Vault, kind: string, id: Id, tag: string): void {
  tags.set(nameOf(kind, id), tag);
}

/** Refuses an object that is older than its newest leaf, or than what this device has seen. */
export async function demandNotOlder(vault: Vault, kind: string, id: Id, seq: number): Promise<void> {
  const tag = await tagOf(vault, kind, id);
  const newest = Math.max(0, ...(vault.book.leavesOf.get(tag) ?? []).map((leaf) => leaf.seq));
  if (seq < Math.max(newest, vault.known.byTag.get(tag)?.floor ?? 0)) throw new ContentAlarm("rolled back", "An older state than was seen, or than the log holds.");
}

/** All wraps of an item or a file: those of its contents, and those that later statements have added. */
export function wrapsOf(contents: { readonly wraps: readonly ServedWrap[] }, later: readonly SignedStep[]): readonly ServedWrap[] {
  return [...contents.wraps, ...later.flatMap(({ wraps = [] }) => wraps)];
}

/** What is signed of wraps; one that is no box is none that anybody signed. Those of others come as what is signed of them. */
export async function summariesOf(wraps: readonly ServedWrap[]): Promise<WrapSummary[]> {
  return Promise.all(wraps.map(async (wrap) => (
    "boxHash" in wrap ? wrap : { roleId: wrap.roleId, generation: wrap.generation, boxHash: await boxHash(wrap).catch(() => "") })));
}

/** The wraps of a put and of the statements after it, each by its place in a chain in which so many links come before. */
export async function wrapsByPlace(wraps: readonly ServedWrap[], later: readonly SignedStep[], before: number): Promise<Map<number, WrapSummary[]>> {
  const all = [wraps, ...later.map((step) => step.wraps ?? [])];
  return new Map(await Promise.all(all.map(async (one, i) => [before + i, await summariesOf(one)] as const)));
}

/** Where a put says to stand. What it says is not known to be true. */
export function placeOf({ statementB64u }: Signed): { readonly seq: number; readonly prevHash: string } {
  try {
    return parseStatement(fromBase64Url(statementB64u));
  } catch {
    throw new ContentAlarm("altered", "This is not a statement.");
  }
}

/** Whether the body of an item is the one that its put names. */
export async function recordFits({ sealed }: SealedItem, put: Put): Promise<boolean> {
  return put.type === "record.put"
    && put.boxHash === (await boxHash(sealed).catch(() => null));
}
