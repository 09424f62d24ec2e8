/**
 * Whether an item is what its authors signed: signatures, authority, and its place in the log.
 *
 * The place is proven when the leaf is in the verified tree; until then only authors who could write it now are taken at
 * their word.
 */
import { fromBase64Url } from "../../crypto/base64url.ts";
import { damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { judgeContent } from "../../crypto/keyLog/contentValidity.ts";
import { signedHash } from "../../crypto/leaves.ts";
import { verifiesUnder } from "../../crypto/signature.ts";
import { parseStatement, type ContentStatement, type Signed } from "../../crypto/statements.ts";
import type { Wrap } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import { checkItem, demandNotOlder, RolledBack, type CheckedItem } from "./itemChecks.ts";
import { demandSameHistory, stateAt } from "./logBook.ts";
import { awaitOwn } from "./ownWrites.ts";
import { state, type Vault } from "./vault.ts";

export interface ItemVerdict {
  /** The item's newest statement stands in the verified log. */
  readonly proven: boolean;
  /** Roles for which it was written in ignorance of a removal. */
  readonly behind: readonly string[];
  readonly author: string;
  /** Whom the newest statement that names an audience means to read. */
  readonly audience: readonly Id[];
}

export async function verifySigned(vault: Vault, signed: Signed): Promise<ContentStatement> {
  const bytes = fromBase64Url(signed.statementB64u);
  const statement = parseStatement(bytes) as ContentStatement;
  const author = state(vault).devices[statement.authorDevice];
  const good = statement.account === vault.book.account
    && author?.user === statement.authorUser
    && (await verifiesUnder(author.ecdsaPublic, bytes, signed.signatureB64u));
  if (!good) throw damaged();
  await demandSameHistory(vault.book, statement);
  return statement;
}

/** One statement judged in the key state of its place. */
export async function judge(
  vault: Vault, signed: Signed, statement: ContentStatement, wraps: readonly Wrap[], previousAudience: readonly Id[] | null,
): Promise<{ proven: boolean; behind: readonly string[] }> {
  const hash = await signedHash(signed);
  const index = vault.book.places.get(hash);
  const known = index === undefined ? state(vault) : stateAt(vault.book, index);
  const verdict = judgeContent(known, statement, { wraps, previousAudience });
  if (verdict.is === "invalid") throw damaged();
  if (index === undefined) awaitOwn(vault, hash, statement);
  return { proven: index !== undefined, behind: index !== undefined && verdict.is === "behind" ? verdict.roles : [] };
}

/** The newest leaf of an object must be the statement that was served last; what was seen is kept. */
export async function demandNewest(vault: Vault, kind: string, id: Id, seq: number, last: Signed): Promise<void> {
  const tag = await demandNotOlder(vault, kind, id, seq);
  const newest = vault.book.newest.get(tag);
  if (newest?.seq === seq && newest.hash !== (await signedHash(last))) throw new RolledBack();
  if (seq <= (vault.seen.get(tag) ?? 0)) return;
  vault.seen.set(tag, seq);
  vault.freshlySeen.set(tag, seq);
}

/** Whether those who wrote an item could do so. It may be older than what is known: who writes on top of it is told by the server. */
export async function verifyAuthors(vault: Vault, { steps }: CheckedItem): Promise<ItemVerdict> {
  let audience: readonly Id[] | null = null;
  let proven = true;
  const behind = new Set<string>();
  let author = "";
  for (const { signed, statement, wraps } of steps) {
    await verifySigned(vault, signed);
    const outcome = await judge(vault, signed, statement, wraps, audience);
    proven &&= outcome.proven;
    for (const role of outcome.behind) behind.add(role);
    if ("audience" in statement) ({ audience } = statement);
    author = statement.authorUser;
  }
  return { proven, behind: [...behind], author, audience: audience ?? [] };
}

export async function verifyItem(vault: Vault, kind: string, item: SealedItem): Promise<ItemVerdict> {
  const checked = await checkItem(kind, item);
  const verdict = await verifyAuthors(vault, checked);
  await demandNewest(vault, kind, item.sealed.id, checked.seq, item.later.at(-1) ?? item.sealed);
  return verdict;
}
