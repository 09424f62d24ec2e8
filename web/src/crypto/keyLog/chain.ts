/**
 * What a reader answers to the chain of an object: verified, or one of the four words of a content alarm.
 *
 * The audience before a statement is known from the statement before it, and that one counts only by the one before
 * that. So the whole chain is read, each link in the key state of its place and against its leaf: whoever never could
 * read an object can neither continue it nor put a chain of his own in its place.
 */
import { attributesHash, type Attributes } from "../attributes.ts";
import { fromBase64Url } from "../base64url.ts";
import type { AlarmWord } from "../errors.ts";
import { idBytes, type Id } from "../ids.ts";
import { objectTag, signedHash, type Leaf } from "../leaves.ts";
import { verifiesUnder } from "../signature.ts";
import { isContentStatement, parseStatement, statementHash, ZERO_HASH, type ContentStatement, type Signed, type StatementOf } from "../statements.ts";
import { summaryHash, type WrapSummary } from "../wraps.ts";
import { judgeContent } from "./contentValidity.ts";
import type { KeyState } from "./state.ts";

/** The statement that a chain goes on from. */
export interface BaseLink {
  readonly seq: number;
  readonly hash: string;
  /** In force after it; `null` where this device has not proven it, so that nothing that follows is proven either. */
  readonly audience: readonly Id[] | null;
}

export interface ServedChain {
  readonly account: Id;
  readonly asked: { readonly kind: string; readonly id: Id };
  readonly statements: readonly Signed[];
  /**
   * The wraps that came with a statement, by its place in `statements`; those of superseded contents are not served.
   * `null` where nothing but statements was asked for.
   */
  readonly wraps: ReadonlyMap<number, readonly WrapSummary[]> | null;
  /** The attributes in force with their salt; none where they are not served. */
  readonly attributes: { readonly values: Attributes; readonly salt: string } | null;
  /** What the statements follow; `null` where they begin with the first one. */
  readonly known: BaseLink | null;
  /** One of the statements that this device has proven before, and with it all before it. */
  readonly anchor?: { readonly seq: number; readonly hash: string } | null;
  /** Whether the contents that were served are those that the newest put names. */
  readonly contentsFit?: (put: Put) => Promise<boolean>;
  /** Of what this device has written nobody else can have made the signature: it counts before its leaf is there. */
  readonly ownDevice?: Id | null;
  /** A base for a new revision may be older than what is known: whoever writes on top of it is told so by the server. */
  readonly mayBeOlder?: boolean;
  /** The highest revision that this device has seen. */
  readonly floor: number;
  /** The leaves of the verified tree. */
  readonly leaves: readonly Leaf[];
  /** The key state at the place of a statement, by the hash of its leaf. */
  readonly stateAt: (leafHash: string) => KeyState;
}

export interface ReadChain {
  readonly is: "verified";
  /** The chain is whole, and every link stands in the tree or was written here. */
  readonly proven: boolean;
  /** Every link that was read stands in the tree. */
  readonly placed: boolean;
  readonly links: readonly ChainLink[];
  readonly deleted: boolean;
  readonly audience: readonly Id[];
  /** Roles of the audience without a wrap and without a roll that is due; `null` where the contents were not served. */
  readonly owed: readonly Id[] | null;
  /** Roles for which the contents were written in ignorance of a removal. */
  readonly behind: readonly Id[];
  readonly newest: BaseLink | null;
}

export type ChainVerdict = ReadChain | { readonly is: AlarmWord; readonly reason: string };

export type Put = StatementOf<"record.put" | "file.put">;

export interface ChainLink {
  readonly statement: ContentStatement;
  readonly bytes: ReturnType<typeof fromBase64Url>;
  readonly signed: Signed;
  readonly hash: string;
  /** The hash of its leaf. */
  readonly leaf: string;
}

class Refused extends Error {
  readonly is: AlarmWord;

  constructor(is: AlarmWord, reason: string) {
    super(reason);
    this.is = is;
  }
}

function demand(condition: boolean, is: AlarmWord, reason: string): asserts condition {
  if (!condition) throw new Refused(is, reason);
}

async function linkOf(signed: Signed): Promise<ChainLink> {
  try {
    const bytes = fromBase64Url(signed.statementB64u);
    const statement = parseStatement(bytes);
    if (!isContentStatement(statement)) throw new Refused("foreign", "It is not about an object.");
    return { statement, bytes, signed, hash: await statementHash(bytes), leaf: await signedHash(signed) };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("altered", "This is not a statement.");
  }
}

const isPut = (statement: ContentStatement): statement is Put => statement.type === "record.put" || statement.type === "file.put";

/** In the order in which each word means most: what was asked, who said it, what follows what, and only then what it says. */
export async function readChain(served: ServedChain): Promise<ChainVerdict> {
  try {
    const links = await Promise.all(served.statements.map(linkOf));
    const tag = await objectTag(served.account, served.asked.kind, idBytes(served.asked.id));
    const leaves = served.leaves.filter((leaf) => leaf.tagB64u === tag);
    demandAsked(served, links);
    demandAuthors(served, links);
    await demandSignatures(served, links, leaves);
    demandOrder(served, links, leaves);
    demandLeaves(links, leaves);
    demandRights(served, links, leaves, () => null);
    demandNewest(served, links, leaves);
    await demandHashes(served, links);
    const { audience, behind } = demandRights(served, links, leaves, (i) => served.wraps?.get(i) ?? null);
    return verdict(served, links, leaves, audience, behind);
  } catch (error) {
    if (error instanceof Refused) return { is: error.is, reason: error.message };
    throw error;
  }
}

function demandAsked({ account, asked }: ServedChain, links: readonly ChainLink[]): void {
  for (const { statement } of links) {
    demand(statement.account === account && statement.kind === asked.kind && statement.id === asked.id, "foreign", "It is not what was asked for.");
  }
}

function demandAuthors({ stateAt }: ServedChain, links: readonly ChainLink[]): void {
  for (const { statement, leaf } of links) {
    const device = stateAt(leaf).devices[statement.authorDevice];
    demand(device?.user === statement.authorUser, "foreign", "The log does not know its author.");
  }
}

/** What was proven before is named by its hash, and all before it by that of the next: the signatures in their leaves were looked at then. */
async function demandSignatures({ stateAt, anchor }: ServedChain, links: readonly ChainLink[], leaves: readonly Leaf[]): Promise<void> {
  const placed = new Set(leaves.map(({ hashB64u }) => hashB64u));
  for (const { statement, bytes, signed, leaf } of links) {
    if (anchor && statement.seq <= anchor.seq && placed.has(leaf)) continue;
    const point = stateAt(leaf).devices[statement.authorDevice]?.ecdsaPublic ?? "";
    demand(await verifiesUnder(point, bytes, signed.signatureB64u), "altered", "The signature is not its author's.");
  }
}

function demandOrder({ known, anchor, floor }: ServedChain, links: readonly ChainLink[], leaves: readonly Leaf[]): void {
  demand(links.length > 0 || known !== null || (floor === 0 && leaves.length === 0), "withheld", "It was seen, and is not served.");
  let before = { seq: known?.seq ?? 0, hash: known?.hash ?? ZERO_HASH };
  for (const { statement, hash } of links) {
    demand(statement.seq >= before.seq + 1, "altered", "Its revisions do not ascend.");
    demand(statement.seq === before.seq + 1, "withheld", "A link of its chain is missing.");
    demand(statement.prevHash === before.hash, "altered", "It does not follow the statement before it.");
    demand(anchor?.seq !== statement.seq || anchor.hash === hash, "foreign", "It is another statement than the one that was proven.");
    before = { seq: statement.seq, hash };
  }
  demand(!anchor || before.seq >= anchor.seq, "rolled back", "It ends before what was proven.");
}

/**
 * A leaf at the place of a link is that link; another one means that somebody else has a chain there, too. Leaves follow
 * the order of commits: a link that the tree passed over has none, and one that is newer than the tree waits for its own.
 */
function demandLeaves(links: readonly ChainLink[], leaves: readonly Leaf[]): void {
  const places = new Set(leaves.map(({ seq }) => seq));
  const newest = Math.max(0, ...places);
  for (const { statement: { seq } } of links) demand(seq > newest || places.has(seq), "foreign", "The log holds a later statement, and not this one.");
  const served = new Map(links.map(({ statement, leaf }) => [statement.seq, leaf]));
  for (const { seq, hashB64u } of leaves) {
    demand(!served.has(seq) || served.get(seq) === hashB64u, "foreign", "The log holds another statement at its place.");
  }
}

/**
 * Each statement by the rules of content, in the state of its place and against the audience before it: first without the
 * wraps, and with them as soon as they are known to be those that its author signed.
 */
function demandRights(
  { stateAt, known }: ServedChain, links: readonly ChainLink[], leaves: readonly Leaf[], wrapsOf: (place: number) => readonly WrapSummary[] | null,
): { audience: readonly Id[]; behind: readonly Id[] } {
  const placed = new Set(leaves.map(({ hashB64u }) => hashB64u));
  let audience = known?.audience ?? null;
  let behind: readonly Id[] = [];
  for (const [i, { statement, leaf }] of links.entries()) {
    const state = stateAt(leaf);
    const found = judgeContent(state, statement, { wraps: wrapsOf(i), previousAudience: audience });
    demand(found.is !== "invalid", "foreign", found.is === "invalid" ? found.reason : "");
    if (isPut(statement)) behind = [];
    // What has no place yet may have been written before a removal that is known already.
    if (found.is === "behind" && placed.has(leaf)) behind = [...behind, ...found.roles];
    if (isPut(statement) || statement.type === "content.share") audience = statement.audience;
  }
  return { audience: audience ?? [], behind };
}

function demandNewest({ floor, known, mayBeOlder }: ServedChain, links: readonly ChainLink[], leaves: readonly Leaf[]): void {
  if (mayBeOlder) return;
  const newest = links.at(-1)?.statement.seq ?? known?.seq ?? 0;
  const seen = Math.max(floor, ...leaves.map(({ seq }) => seq));
  demand(newest >= seen, "rolled back", "An older state than was seen, or than the log holds.");
}

async function demandHashes({ wraps, attributes, contentsFit }: ServedChain, links: readonly ChainLink[]): Promise<void> {
  if (!wraps) return;
  const described = links.findLast(({ statement }) => "attrsHash" in statement)?.statement;
  if (attributes && described && "attrsHash" in described) {
    const hash = await attributesHash(attributes.salt, attributes.values).catch(() => null);
    demand(hash === described.attrsHash, "altered", "Its attributes are not those that were signed.");
  }
  const lastPut = links.findLastIndex(({ statement }) => isPut(statement));
  for (const [i, { statement }] of links.entries()) {
    if (!("wrapsHash" in statement)) continue;
    // The wraps of what is in force are always served with it.
    const given = wraps.get(i) ?? (i >= lastPut ? [] : null);
    const hash = given && (await summaryHash(given).catch(() => null));
    demand(!given || hash === statement.wrapsHash, "altered", "Its wraps are not those that were signed.");
  }
  const put = links[lastPut]?.statement;
  if (contentsFit && put && isPut(put)) demand(await contentsFit(put), "altered", "Its contents are not those that were signed.");
}

function verdict(
  { wraps, known, anchor, ownDevice, stateAt }: ServedChain, links: readonly ChainLink[], leaves: readonly Leaf[], audience: readonly Id[], behind: readonly Id[],
): ReadChain {
  const places = new Set(leaves.map(({ hashB64u }) => hashB64u));
  const last = links.at(-1);
  const lastPut = links.findLastIndex(({ statement }) => isPut(statement));
  const wrapped = new Set(links.flatMap((_, i) => (i >= lastPut ? (wraps?.get(i) ?? []).map(({ roleId }) => roleId) : [])));
  const isWhole = !known || known.audience !== null || !!anchor;
  const stands = ({ statement, leaf }: ChainLink) => (
    statement.seq <= (anchor?.seq ?? 0) || places.has(leaf) || (!!ownDevice && statement.authorDevice === ownDevice));
  const now = last && stateAt(last.leaf);
  return {
    is: "verified",
    proven: isWhole && links.every(stands),
    placed: links.every(({ leaf }) => places.has(leaf)),
    links,
    deleted: last?.statement.type === "record.delete",
    audience,
    owed: lastPut < 0 || !now || !wraps ? null : audience.filter((role) => !wrapped.has(role) && now.roles[role]?.rollDue === false),
    behind,
    newest: last ? { seq: last.statement.seq, hash: last.hash, audience } : known,
  };
}
