/**
 * What an item shows without its signatures: form, order, hashes, and that it is not older than what was seen before.
 *
 * Nothing is remembered because of these: anybody could have made such an item.
 */
import { attributesHash } from "../../crypto/attributes.ts";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import type { Bytes } from "../../crypto/bytes.ts";
import { CryptoError, damaged } from "../../crypto/errors.ts";
import { idBytes, type Id } from "../../crypto/ids.ts";
import { objectTag } from "../../crypto/leaves.ts";
import { parseStatement, statementHash, ZERO_HASH, type ContentStatement, type Signed, type StatementOf } from "../../crypto/statements.ts";
import { wrapsHash, type Wrap } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import type { Vault } from "./vault.ts";

export type SignedStep = Signed & { readonly wraps?: readonly Wrap[] };

/** One statement of an item, with the wraps that came with it. */
export interface Step {
  readonly signed: SignedStep;
  readonly statement: ContentStatement;
  readonly bytes: Bytes;
  readonly wraps: readonly Wrap[];
}

export interface CheckedItem {
  readonly steps: readonly Step[];
  readonly seq: number;
}

/** A served item that is older than what the log shows: omission or rollback. */
export class RolledBack extends CryptoError {
  constructor() {
    super("data_loss", "The server showed an older state of this item.");
    this.name = "RolledBack";
  }
}

/** The tag that leaves know an object by; a list asks for the same ones again and again. */
async function tagOf({ tags, book }: Vault, kind: string, id: Id): Promise<string> {
  const name = `${kind} ${id}`;
  const known = tags.get(name) ?? (await objectTag(book.account, kind, idBytes(id)));
  tags.set(name, known);
  return known;
}

/** Refuses an object that is older than its newest leaf, or than what this device has seen. Gives the tag that leaves know it by. */
export async function demandNotOlder(vault: Vault, kind: string, id: Id, seq: number): Promise<string> {
  const tag = await tagOf(vault, kind, id);
  if (seq < Math.max(vault.book.newest.get(tag)?.seq ?? 0, vault.seen.get(tag) ?? 0)) throw new RolledBack();
  return tag;
}

/** The wraps that came with the item itself: those in force without the ones that a later statement has added. */
export function withoutAdded(wraps: readonly Wrap[], later: readonly SignedStep[]): readonly Wrap[] {
  if (later.length === 0) return wraps;
  const nameOf = ({ roleId, generation, dataB64u }: Wrap) => `${roleId} ${generation} ${dataB64u}`;
  const added = new Set(later.flatMap((step) => step.wraps ?? []).map(nameOf));
  return wraps.filter((wrap) => !added.has(nameOf(wrap)));
}

export async function checkItem(kind: string, item: SealedItem): Promise<CheckedItem> {
  const { sealed, later } = item;
  const steps = [sealed, ...later].map((signed, i): Step => {
    const bytes = fromBase64Url(signed.statementB64u);
    const wraps = i === 0 ? withoutAdded(sealed.wraps, later) : (signed.wraps ?? []);
    return { signed, statement: parseStatement(bytes) as ContentStatement, bytes, wraps };
  });

  let attrsHash = "";
  let previous = { seq: 0, hash: ZERO_HASH };
  for (const [i, { statement, bytes, wraps }] of steps.entries()) {
    demandPlace(statement, kind, sealed, i, previous);
    if (statement.type === "record.put") await demandContents(statement, item, wraps);
    if (statement.type === "content.share" && statement.wrapsHash !== (await wrapsHash(wraps))) throw damaged();
    if (statement.type === "record.put" || statement.type === "record.attrs") ({ attrsHash } = statement);
    previous = { seq: statement.seq, hash: i < steps.length - 1 ? await statementHash(bytes) : ZERO_HASH };
  }
  if (attrsHash !== (await attributesHash(sealed.attrsSaltB64u, sealed.attrs))) throw damaged();
  return { steps, seq: previous.seq };
}

/** Each statement is about this item and follows the one before it. */
function demandPlace(
  statement: ContentStatement, kind: string, { id, revision }: SealedItem["sealed"], index: number, previous: { seq: number; hash: string },
): void {
  const starts = index === 0;
  const follows = starts ? statement.seq === revision : statement.seq === previous.seq + 1 && statement.prevHash === previous.hash;
  const typeFits = starts ? statement.type === "record.put" : ["record.attrs", "record.delete", "content.share"].includes(statement.type);
  if (!typeFits || !follows || statement.kind !== kind || statement.id !== id) throw damaged();
}

async function demandContents(statement: StatementOf<"record.put">, { sealed }: SealedItem, wraps: readonly Wrap[]): Promise<void> {
  const [body, audience] = await Promise.all([boxHash(sealed), wrapsHash(wraps)]);
  const fits = statement.contentRevision === sealed.contentRevision
    && statement.schema === sealed.schema
    && statement.boxHash === body
    && statement.wrapsHash === audience;
  if (!fits) throw damaged();
}
