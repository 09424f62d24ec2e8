/**
 * Whether an item is what its authors signed, in order: signatures, authority, hashes, revision floor.
 *
 * Its place in the log is proven when its leaf is in the verified tree; until then only authors who could write it now
 * are taken at their word.
 */
import { attributesHash } from "../../crypto/attributes.ts";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { CryptoError, damaged } from "../../crypto/errors.ts";
import { idBytes } from "../../crypto/ids.ts";
import { judgeContent } from "../../crypto/keyLog/contentValidity.ts";
import { objectTag, signedHash } from "../../crypto/leaves.ts";
import { verifiesUnder } from "../../crypto/signature.ts";
import { parseStatement, statementHash, ZERO_HASH, type ContentStatement, type Signed, type StatementOf } from "../../crypto/statements.ts";
import { wrapsHash, type Wrap } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import { demandSameHistory, stateAt } from "./logBook.ts";
import { state, type Vault } from "./vault.ts";

export interface ItemVerdict {
  /** The item's newest statement stands in the verified log. */
  readonly proven: boolean;
  /** Roles for which it was written in ignorance of a removal. */
  readonly behind: readonly string[];
  readonly author: string;
}

type SignedStep = Signed & { readonly wraps?: readonly Wrap[] };

/** A served item that is older than what the log shows: omission or rollback. */
export class RolledBack extends CryptoError {
  constructor() {
    super("data_loss", "The server showed an older state of this item.");
    this.name = "RolledBack";
  }
}

export async function verifySigned(vault: Vault, signed: Signed): Promise<{ statement: ContentStatement; bytes: Uint8Array<ArrayBuffer> }> {
  const bytes = fromBase64Url(signed.statementB64u);
  const statement = parseStatement(bytes) as ContentStatement;
  const author = state(vault).devices[statement.authorDevice];
  const good = statement.account === vault.book.account
    && author?.user === statement.authorUser
    && (await verifiesUnder(author.ecdsaPublic, bytes, signed.signatureB64u));
  if (!good) throw damaged();
  await demandSameHistory(vault.book, statement);
  return { statement, bytes };
}

/** One statement judged in the key state of its place. */
export async function judge(
  vault: Vault, signed: Signed, statement: ContentStatement, wraps: readonly Wrap[], previousAudience: readonly string[] | null,
): Promise<{ proven: boolean; behind: readonly string[] }> {
  const index = vault.book.places.get(await signedHash(signed));
  const known = index === undefined ? state(vault) : stateAt(vault.book, index);
  const verdict = judgeContent(known, statement, { wraps, previousAudience });
  if (verdict.is === "invalid") throw damaged();
  return { proven: index !== undefined, behind: index !== undefined && verdict.is === "behind" ? verdict.roles : [] };
}

/** The newest leaf of the item's tag must be the statement that was served. */
export async function demandNewest(vault: Vault, kind: string, id: string, seq: number): Promise<void> {
  const tag = await objectTag(vault.book.account, kind, idBytes(id));
  const floor = Math.max(vault.book.newest.get(tag)?.seq ?? 0, vault.seen.get(tag) ?? 0);
  if (seq < floor) throw new RolledBack();
  if (vault.seen.get(tag) === seq) return;
  vault.seen.set(tag, seq);
  vault.freshlySeen.set(tag, seq);
}

/** The wraps that came with the item itself: those in force without the ones that a later statement has added. */
export function withoutAdded(wraps: readonly Wrap[], later: readonly SignedStep[]): Wrap[] {
  const nameOf = ({ roleId, generation, dataB64u }: Wrap) => `${roleId} ${generation} ${dataB64u}`;
  const added = new Set(later.flatMap((step) => step.wraps ?? []).map(nameOf));
  return wraps.filter((wrap) => !added.has(nameOf(wrap)));
}

export async function verifyItem(vault: Vault, kind: string, item: SealedItem): Promise<ItemVerdict> {
  const { sealed, later } = item;
  const steps: SignedStep[] = [sealed, ...later];
  const first = withoutAdded(sealed.wraps, later);

  let audience: string[] | null = null;
  let previous = { seq: 0, hash: ZERO_HASH };
  let attrsHash = "";
  let proven = true;
  const behind = new Set<string>();
  let author = "";
  for (const [i, step] of steps.entries()) {
    const { statement, bytes } = await verifySigned(vault, step);
    const wraps = i === 0 ? first : (step.wraps ?? []);
    demandPlace(statement, kind, sealed, i, previous);
    if (statement.type === "record.put") await demandContents(statement, item, wraps);
    if (statement.type === "content.share" && statement.wrapsHash !== (await wrapsHash(wraps))) throw damaged();
    if (statement.type === "record.put" || statement.type === "record.attrs") attrsHash = statement.attrsHash;

    const outcome = await judge(vault, step, statement, i === 0 || statement.type === "content.share" ? wraps : [], audience);
    proven &&= outcome.proven;
    for (const role of outcome.behind) behind.add(role);
    audience = [...(audience ?? []), ...wraps.map(({ roleId }) => roleId)];
    previous = { seq: statement.seq, hash: await statementHash(bytes) };
    author = statement.authorUser;
  }
  if (attrsHash !== (await attributesHash(sealed.attrsSaltB64u, sealed.attrs))) throw damaged();
  await demandNewest(vault, kind, sealed.id, previous.seq);
  return { proven, behind: [...behind], author };
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
  const fits = statement.contentRevision === sealed.contentRevision
    && statement.schema === sealed.schema
    && statement.boxHash === (await boxHash(sealed))
    && statement.wrapsHash === (await wrapsHash(wraps));
  if (!fits) throw damaged();
}
