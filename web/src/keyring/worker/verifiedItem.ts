/**
 * The border of the crypto worker: what leaves it about an item stands in bytes that somebody has signed.
 *
 * Whatever else an answer says of the item stays behind here (`crypto.md` section 19).
 */
import { damaged } from "../../crypto/errors.ts";
import type { StatementOf } from "../../crypto/statements.ts";
import { decodedAttributes } from "../attributeKinds.ts";
import type { RecordKind, SealedItem, VerifiedItem } from "../contract.ts";
import { filesOf } from "./debts.ts";
import { tagOf } from "./itemChecks.ts";
import { noteWithin } from "./known.ts";
import type { Vault } from "./vault.ts";
import { readItem } from "./verifyItem.ts";

const isoTime = (at: number): string => new Date(at).toISOString();

/** Raises what a check of the item raises. */
export async function verifiedItem(vault: Vault, kind: string, item: SealedItem): Promise<VerifiedItem> {
  const { links, putAt, proven, placed, behind, audience, owed, deleted } = await readItem(vault, kind, item.id, item);
  const [put, last] = [links[putAt]?.statement, links.at(-1)];
  if (put?.type !== "record.put" || !last) throw damaged();
  const first = await firstOf(vault, kind, put);
  const attributes = decodedAttributes(kind, item.sealed.attrs);
  if (kind === "comment" && typeof attributes["taskId"] === "string") noteWithin(vault.known, await tagOf(vault, kind, item.id), attributes["taskId"]);
  return {
    id: put.id, kind: kind as RecordKind, revision: last.statement.seq, contentRevision: put.contentRevision, schema: put.schema,
    hash: last.hash, attributes, audience, owed: owed ?? [], fileIds: filesOf(item),
    author: last.statement.authorUser, device: last.statement.authorDevice, at: isoTime(last.statement.createdAt),
    creator: first?.creator ?? null, createdAt: first ? isoTime(first.createdAt) : null,
    deleted, behind, placed, grade: proven ? "proven" : "verified",
  } as unknown as VerifiedItem;
}

/** Who has made the item and when, where the put is its first statement or the chain up to it was proven before. */
async function firstOf(
  vault: Vault, kind: string, { id, seq, authorUser, createdAt }: StatementOf<"record.put">,
): Promise<{ readonly creator: string; readonly createdAt: number } | null> {
  if (seq === 1) return { creator: authorUser, createdAt };
  return vault.known.byTag.get(await tagOf(vault, kind, id))?.proven ?? null;
}
