/**
 * Whether an item is what its authors signed: one judgement of its chain, in the log that this device has verified.
 *
 * Its place is proven when its leaves are in the verified tree; until then only authors who could write it now are taken
 * at their word.
 */
import type { Id } from "../../crypto/ids.ts";
import { ContentAlarm } from "../../crypto/errors.ts";
import { readChain, type ReadChain, type ServedChain } from "../../crypto/keyLog/chain.ts";
import type { SealedItem } from "../contract.ts";
import { baseOf, recordFits, tagOf, wrapsByPlace } from "./itemChecks.ts";
import { demandSameHistory, stateAt } from "./logBook.ts";
import { awaitOwn } from "./ownWrites.ts";
import { state, type Vault } from "./vault.ts";

export interface ItemVerdict {
  /** The item's statements stand in the verified log. */
  readonly proven: boolean;
  /** Roles for which it was written in ignorance of a removal. */
  readonly behind: readonly string[];
  readonly author: string;
  /** Whom the newest statement that names an audience means to read. */
  readonly audience: readonly Id[];
  /** What the next statement about it follows. */
  readonly place: { readonly seq: number; readonly prevHash: string };
}

/** What was served of an object, but for what this device knows of its account. */
type Served = Pick<ServedChain, "asked" | "statements" | "wraps" | "attributes" | "known" | "contentsFit" | "mayBeOlder">;

/** Reads what was served as the chain of what was asked for. */
export async function readServed(vault: Vault, served: Served): Promise<ReadChain> {
  const { asked: { kind, id }, mayBeOlder } = served;
  const { book } = vault;
  const tag = await tagOf(vault, kind, id);
  const found = await readChain({
    ...served, account: book.account, floor: mayBeOlder ? 0 : (vault.seen.get(tag) ?? 0), leaves: book.leavesOf.get(tag) ?? [],
    stateAt: (leaf) => {
      const index = book.places.get(leaf);
      return index === undefined ? state(vault) : stateAt(book, index);
    },
  });
  if (found.is !== "verified") throw new ContentAlarm(found.is, found.reason);
  for (const { statement, leaf } of found.links) {
    await demandSameHistory(book, statement);
    if (!book.places.has(leaf)) awaitOwn(vault, leaf, statement);
  }
  noteSeen(vault, tag, found.newest?.seq ?? 0);
  return found;
}

/** What was seen of an object is never seen older again. */
function noteSeen({ seen, freshlySeen }: Vault, tag: string, seq: number): void {
  if (seq <= (seen.get(tag) ?? 0)) return;
  seen.set(tag, seq);
  freshlySeen.set(tag, seq);
}

export function verdictOf({ proven, behind, audience, links, newest }: ReadChain): ItemVerdict {
  return {
    proven, behind, audience, author: links.at(-1)?.statement.authorUser ?? "",
    place: { seq: (newest?.seq ?? 0) + 1, prevHash: newest?.hash ?? "" },
  };
}

/** The item that was asked for under this id; another one is foreign, whatever it is. */
export async function verifyItem(
  vault: Vault, kind: string, id: Id, item: SealedItem, { mayBeOlder = false }: { readonly mayBeOlder?: boolean } = {},
): Promise<ItemVerdict> {
  const { sealed, later } = item;
  if (item.id !== id || sealed.id !== id) throw new ContentAlarm("foreign", "It is not what was asked for.");
  const found = await readServed(vault, {
    asked: { kind, id }, statements: [sealed, ...later], wraps: await wrapsByPlace(sealed.wraps, later), known: baseOf(sealed),
    attributes: { values: sealed.attrs, salt: sealed.attrsSaltB64u }, contentsFit: (put) => recordFits(item, put), mayBeOlder,
  });
  if (found.links.findLastIndex(({ statement }) => statement.type === "record.put") !== 0) {
    throw new ContentAlarm("altered", "Its contents are not those of its newest put.");
  }
  return verdictOf(found);
}
