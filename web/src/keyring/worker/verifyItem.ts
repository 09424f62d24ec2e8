/**
 * Whether an item is what its authors signed: one judgement of its chain, in the log that this device has verified.
 *
 * It is proven when the whole chain is known and each link of it stands in the verified tree. Until then only authors who
 * could write it now are taken at their word.
 */
import { BeingChecked, ContentAlarm } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { readChain, type ChainLink, type ReadChain, type ServedChain } from "../../crypto/keyLog/chain.ts";
import { activeDevice, holds } from "../../crypto/keyLog/state.ts";
import type { Signed } from "../../crypto/statements.ts";
import type { SealedItem, ServedWrap } from "../contract.ts";
import { demandNoAlarm, noteAlarm, settleAlarms } from "./alarms.ts";
import { placeOf, recordFits, tagOf, wrapsByPlace, type SignedStep } from "./itemChecks.ts";
import { earlierOf, learn, type ProvenLink } from "./known.ts";
import { demandSameHistory, stateAt } from "./logBook.ts";
import { noteView } from "./peopleOperations.ts";
import { awaitOwn } from "./ownWrites.ts";
import { provenTitle } from "./titles.ts";
import { state, type Vault } from "./vault.ts";

export interface ItemVerdict {
  /** Its whole chain is known, and stands in the verified log. */
  readonly proven: boolean;
  /** Every link that was read stands there; what this device wrote is proven before that. */
  readonly placed: boolean;
  /** Roles for which it was written in ignorance of a removal. */
  readonly behind: readonly string[];
  readonly author: string;
  /** Whom the newest statement that names an audience means to read. */
  readonly audience: readonly Id[];
  /** What the next statement about it follows. */
  readonly place: { readonly seq: number; readonly prevHash: string };
}

/** With the statements that were served: the newest put, and those after it. */
export interface VerifiedLinks extends ItemVerdict {
  readonly links: readonly ChainLink[];
}

/** How an object is read. */
export interface Reading {
  /** The links between what this device has proven and what was served: asked for by `missingBefore`. */
  readonly chain?: readonly Signed[];
  /** A base for a new revision may be older than what is known by now: whoever writes on top of it is told so by the server. */
  readonly mayBeOlder?: boolean;
}

/** An object as it was served: the newest put with its contents, and the statements after it. */
interface Contents {
  readonly kind: string;
  readonly id: Id;
  readonly put: Signed & { readonly wraps: readonly ServedWrap[] };
  /** The statements before it, from the first one on, where they came with it. */
  readonly before?: readonly Signed[] | undefined;
  readonly later: readonly SignedStep[];
  readonly attributes: ServedChain["attributes"];
  readonly contentsFit: NonNullable<ServedChain["contentsFit"]>;
}

/** A chain that was read, and which of its links is the put whose contents were served. */
export interface ReadObject extends ReadChain {
  readonly putAt: number;
}

/** What this device has proven of an object, as far as it helps with a chain that ends at this revision. */
async function provenBefore(vault: Vault, kind: string, id: Id, last: number): Promise<ProvenLink | null> {
  const tag = await tagOf(vault, kind, id);
  const proven = vault.known.byTag.get(tag)?.proven ?? null;
  return proven && proven.seq <= last ? proven : earlierOf(vault.known, tag, last);
}

/** After which link the chain has to be asked for, so that what was served can be proven; nothing where that is enough. */
export async function missingBefore(
  vault: Vault, kind: string, id: Id, put: Signed, later: readonly unknown[], before: readonly Signed[] = [],
): Promise<number | null> {
  const { seq } = placeOf(put);
  if (before.length === seq - 1) return null;
  const proven = await provenBefore(vault, kind, id, seq + later.length);
  return seq - 1 > (proven?.seq ?? 0) ? (proven?.seq ?? 0) : null;
}

/** What was served and what comes before it, as one chain. */
async function chainOf(vault: Vault, { kind, id, put, later, before = [] }: Contents, chain: readonly Signed[] | undefined) {
  const { seq, prevHash } = placeOf(put);
  const proven = await provenBefore(vault, kind, id, seq + later.length);
  const served = [put, ...later];
  // What it says to follow is proven by the link after it that was proven before, or by nothing.
  const asItSays = seq === 1 ? null : { seq: seq - 1, hash: prevHash, audience: null };
  if (proven && proven.seq >= seq) return { known: asItSays, anchor: proven, statements: served, putAt: 0 };
  if (proven?.seq === seq - 1 || seq === 1) return { known: proven, statements: served, putAt: 0 };
  const from = proven?.seq ?? 0;
  const between = chain?.slice(0, seq - 1 - from) ?? (before.length === seq - 1 ? before.slice(from) : null);
  if (!between) return { known: asItSays, statements: served, putAt: 0 };
  return { known: proven, statements: [...between, ...served], putAt: between.length };
}

type Served = Pick<ServedChain, "asked" | "statements" | "wraps" | "attributes" | "known" | "anchor" | "contentsFit" | "mayBeOlder">;

/** Reads statements as the chain of what was asked for, in the log as this device has verified it. */
export async function readStatements(vault: Vault, served: Served): Promise<ReadChain> {
  const { asked: { kind, id }, mayBeOlder = false } = served;
  const { book } = vault;
  const tag = await tagOf(vault, kind, id);
  const found = await readChain({
    ...served, account: book.account, floor: mayBeOlder ? 0 : (vault.known.byTag.get(tag)?.floor ?? 0), leaves: book.leavesOf.get(tag) ?? [],
    ownDevice: vault.device?.key.device ?? null,
    stateAt: (leaf) => {
      const index = book.places.get(leaf);
      return index === undefined ? state(vault) : stateAt(book, index);
    },
  });
  if (found.is !== "verified") throw new ContentAlarm(found.is, found.reason);
  for (const { statement, leaf } of found.links) {
    await demandSameHistory(book, statement);
    noteView(vault, statement);
    if (!book.places.has(leaf)) awaitOwn(vault, leaf, statement);
  }
  const isWhole = served.known === null || served.known.audience !== null || !!served.anchor;
  if (!isWhole) demandAuthorsNow(vault, found.links);
  const before = vault.known.byTag.get(tag)?.proven ?? null;
  learn(vault.known, tag, { kind, id, floor: found.newest?.seq ?? 0, proven: found.proven ? provenLink(found, before) : null, since: vault.now() });
  if (found.proven && found.newest) provenTitle(vault.titles, tag, found.newest.hash);
  // Contents that were refused are not made good by a chain.
  if (served.wraps && !mayBeOlder) settleAlarms(vault.alarms, kind, id, found.proven, vault.now());
  return found;
}

/** Everything that a check of an object throws about it goes into the lasting list, with what was answered. */
export async function noting<T>(vault: Vault, asked: { readonly kind: string; readonly id: Id }, answered: readonly Signed[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ContentAlarm) await note(vault, asked, answered, error);
    throw error;
  }
}

async function note(vault: Vault, asked: { readonly kind: string; readonly id: Id }, answered: readonly Signed[], { word, reason }: ContentAlarm): Promise<void> {
  const tag = await tagOf(vault, asked.kind, asked.id);
  const known = vault.known.byTag.get(tag) ?? null;
  const signed = answered.map(({ statementB64u, signatureB64u }) => ({ statementB64u, signatureB64u }));
  noteAlarm(vault.alarms, word, { asked, reason, answered: signed, known, pin: vault.book.pin, leaves: vault.book.leavesOf.get(tag) ?? [] }, vault.now());
}

/** What came before is not known: only those are believed who could have written it now. */
function demandAuthorsNow(vault: Vault, links: readonly ChainLink[]): void {
  const now = state(vault);
  let audience: readonly Id[] = [];
  for (const { statement } of links) {
    if ("audience" in statement) ({ audience } = statement);
    const { authorUser, authorDevice } = statement;
    if (!activeDevice(now, authorUser, authorDevice) || !audience.some((role) => holds(now, role, authorUser))) throw new BeingChecked();
  }
}

function provenLink({ newest, links, audience, deleted }: ReadChain, before: ProvenLink | null): ProvenLink | null {
  const first = links[0]?.statement;
  const created = first?.seq === 1 ? { creator: first.authorUser, createdAt: first.createdAt } : before;
  if (!newest || !created) return null;
  return { seq: newest.seq, hash: newest.hash, audience, deleted, creator: created.creator, createdAt: created.createdAt };
}

/** An object that was served, with its contents: nothing about it is other than its authors signed. */
export async function readObject(vault: Vault, object: Contents, { chain, mayBeOlder = false }: Reading): Promise<ReadObject> {
  const { kind, id, put, later, attributes, contentsFit } = object;
  const { putAt, ...chained } = await chainOf(vault, object, chain);
  const found = await readStatements(vault, {
    ...chained, asked: { kind, id }, wraps: await wrapsByPlace(put.wraps, later, putAt), attributes, contentsFit, mayBeOlder,
  });
  const newestPut = found.links.findLastIndex(({ statement: { type } }) => type === "record.put" || type === "file.put");
  if (newestPut !== putAt) throw new ContentAlarm("altered", "Its contents are not those of its newest put.");
  return { ...found, putAt };
}

export function verdictOf({ proven, placed, behind, audience, links, newest }: ReadChain): ItemVerdict {
  return {
    proven, placed, behind, audience, author: links.at(-1)?.statement.authorUser ?? "",
    place: { seq: (newest?.seq ?? 0) + 1, prevHash: newest?.hash ?? "" },
  };
}

/** The item that was asked for under this id, read whole; another one is foreign, whatever it is. */
export async function readItem(vault: Vault, kind: string, id: Id, item: SealedItem, reading: Reading = {}): Promise<ReadObject> {
  const { sealed, later, before = [] } = item;
  if (reading.mayBeOlder) demandNoAlarm(vault.alarms, kind, id);
  return noting(vault, { kind, id }, [...(reading.chain ?? before), sealed, ...later], async () => {
    if (item.id !== id) throw new ContentAlarm("foreign", "It is not what was asked for.");
    const attributes = { values: sealed.attrs, salt: sealed.attrsSaltB64u };
    return readObject(vault, { kind, id, put: sealed, later, before, attributes, contentsFit: (put) => recordFits(item, put) }, reading);
  });
}

export async function verifyItem(vault: Vault, kind: string, id: Id, item: SealedItem, reading: Reading = {}): Promise<VerifiedLinks> {
  const found = await readItem(vault, kind, id, item, reading);
  return { ...verdictOf(found), links: found.links.slice(found.putAt) };
}
