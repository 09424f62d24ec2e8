/**
 * What a reader answers to the chain of an object: verified, or one of the four words of a content alarm.
 *
 * The audience before a statement is known from the statement before it, and that one counts only by the one before
 * that. So the whole chain is read, each link in the key state of its place and against its leaf: whoever never could
 * read an object can neither continue it nor put a chain of his own in its place.
 */
import { attributesHash, type Attributes } from "../attributes.ts";
import { fromBase64Url } from "../base64url.ts";
import { idBytes, type Id } from "../ids.ts";
import { objectTag, signedHash, type Leaf } from "../leaves.ts";
import { verifiesUnder } from "../signature.ts";
import { isContentStatement, parseStatement, statementHash, ZERO_HASH, type ContentStatement, type Signed } from "../statements.ts";
import { summaryHash, type WrapSummary } from "../wraps.ts";
import { judgeContent } from "./contentValidity.ts";
import type { KeyState } from "./state.ts";

export type ContentAlarm = "rolled back" | "foreign" | "withheld" | "altered";

/** What this device has proven of the object before. */
export interface ProvenLink {
  readonly seq: number;
  readonly hash: string;
  readonly audience: readonly Id[];
}

export interface ServedChain {
  readonly account: Id;
  readonly asked: { readonly kind: string; readonly id: Id };
  readonly statements: readonly Signed[];
  /** The wraps that came with a statement, by its place in `statements`; those of superseded contents are not served. */
  readonly wraps: ReadonlyMap<number, readonly WrapSummary[]>;
  /** The attributes in force with their salt; none where they are not served. */
  readonly attributes: { readonly values: Attributes; readonly salt: string } | null;
  readonly known: ProvenLink | null;
  /** The highest revision that this device has seen. */
  readonly floor: number;
  /** The leaves of the verified tree. */
  readonly leaves: readonly Leaf[];
  /** The key state at the place of a statement, by the hash of its leaf. */
  readonly stateAt: (leafHash: string) => KeyState;
}

export interface ReadChain {
  readonly is: "verified";
  /** Every link stands in the tree. */
  readonly proven: boolean;
  readonly deleted: boolean;
  readonly audience: readonly Id[];
  /** Roles of the audience without a wrap and without a roll that is due; `null` where the contents were not served. */
  readonly owed: readonly Id[] | null;
  /** Roles for which the contents were written in ignorance of a removal. */
  readonly behind: readonly Id[];
  readonly newest: ProvenLink | null;
}

export type ChainVerdict = ReadChain | { readonly is: ContentAlarm; readonly reason: string };

interface Link {
  readonly statement: ContentStatement;
  readonly bytes: ReturnType<typeof fromBase64Url>;
  readonly signed: Signed;
  readonly hash: string;
  readonly leaf: string;
}

class Refused extends Error {
  readonly is: ContentAlarm;

  constructor(is: ContentAlarm, reason: string) {
    super(reason);
    this.is = is;
  }
}

function demand(condition: boolean, is: ContentAlarm, reason: string): asserts condition {
  if (!condition) throw new Refused(is, reason);
}

async function linkOf(signed: Signed): Promise<Link> {
  try {
    const bytes = fromBase64Url(signed.statementB64u);
    const statement = parseStatement(bytes);
    if (!isContentStatement(statement)) throw new Refused("foreign", "It is not about an object.");
    return { statement, bytes, signed, hash: await statementHash(bytes), leaf: await signedHash(signed) };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("altered", "This is not a statement.");
  }
}

/** In the order in which each word means most: what was asked, who said it, what follows what, and only then what it says. */
export async function readChain(served: ServedChain): Promise<ChainVerdict> {
  try {
    const links = await Promise.all(served.statements.map(linkOf));
    const tag = await objectTag(served.account, served.asked.kind, idBytes(served.asked.id));
    const leaves = served.leaves.filter((leaf) => leaf.tagB64u === tag);
    demandAsked(served, links);
    demandAuthors(served, links);
    await demandSignatures(served, links);
    demandOrder(served, links, leaves);
    demandLeaves(links, leaves);
    demandRights(served, links, () => null);
    demandNewest(served, links, leaves);
    await demandHashes(served, links);
    const { audience, behind } = demandRights(served, links, (i) => served.wraps.get(i) ?? null);
    return verdict(served, links, leaves, audience, behind);
  } catch (error) {
    if (error instanceof Refused) return { is: error.is, reason: error.message };
    throw error;
  }
}

function demandAsked({ account, asked }: ServedChain, links: readonly Link[]): void {
  for (const { statement } of links) {
    demand(statement.account === account && statement.kind === asked.kind && statement.id === asked.id, "foreign", "It is not what was asked for.");
  }
}

function demandAuthors({ stateAt }: ServedChain, links: readonly Link[]): void {
  for (const { statement, leaf } of links) {
    const device = stateAt(leaf).devices[statement.authorDevice];
    demand(device?.user === statement.authorUser, "foreign", "The log does not know its author.");
  }
}

async function demandSignatures({ stateAt }: ServedChain, links: readonly Link[]): Promise<void> {
  for (const { statement, bytes, signed, leaf } of links) {
    const point = stateAt(leaf).devices[statement.authorDevice]?.ecdsaPublic ?? "";
    demand(await verifiesUnder(point, bytes, signed.signatureB64u), "altered", "The signature is not its author's.");
  }
}

function demandOrder({ known, floor }: ServedChain, links: readonly Link[], leaves: readonly Leaf[]): void {
  demand(links.length > 0 || known !== null || (floor === 0 && leaves.length === 0), "withheld", "It was seen, and is not served.");
  let before = { seq: known?.seq ?? 0, hash: known?.hash ?? ZERO_HASH };
  for (const { statement, hash } of links) {
    demand(statement.seq >= before.seq + 1, "altered", "Its revisions do not ascend.");
    demand(statement.seq === before.seq + 1, "withheld", "A link of its chain is missing.");
    demand(statement.prevHash === before.hash, "altered", "It does not follow the statement before it.");
    before = { seq: statement.seq, hash };
  }
}

/**
 * A leaf at the place of a link is that link; another one means that somebody else has a chain there, too. Leaves follow
 * the order of commits: a link that the tree passed over has none, and one that is newer than the tree waits for its own.
 */
function demandLeaves(links: readonly Link[], leaves: readonly Leaf[]): void {
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
  { stateAt, known }: ServedChain, links: readonly Link[], wrapsOf: (place: number) => readonly WrapSummary[] | null,
): { audience: readonly Id[]; behind: readonly Id[] } {
  let audience = known?.audience ?? null;
  let behind: readonly Id[] = [];
  for (const [i, { statement, leaf }] of links.entries()) {
    const state = stateAt(leaf);
    const found = judgeContent(state, statement, { wraps: wrapsOf(i), previousAudience: audience });
    demand(found.is !== "invalid", "foreign", found.is === "invalid" ? found.reason : "");
    const puts = statement.type === "record.put" || statement.type === "file.put";
    if (puts) behind = [];
    if (found.is === "behind") behind = [...behind, ...found.roles];
    if (puts || statement.type === "content.share") audience = statement.audience;
  }
  return { audience: audience ?? [], behind };
}

function demandNewest({ floor, known }: ServedChain, links: readonly Link[], leaves: readonly Leaf[]): void {
  const newest = links.at(-1)?.statement.seq ?? known?.seq ?? 0;
  const seen = Math.max(floor, ...leaves.map(({ seq }) => seq));
  demand(newest >= seen, "rolled back", "An older state than was seen, or than the log holds.");
}

async function demandHashes({ wraps, attributes }: ServedChain, links: readonly Link[]): Promise<void> {
  const lastPut = links.findLastIndex(({ statement }) => statement.type === "record.put" || statement.type === "file.put");
  for (const [i, { statement }] of links.entries()) {
    if (!("wrapsHash" in statement)) continue;
    // The wraps of what is in force are always served with it.
    const given = wraps.get(i) ?? (i >= lastPut ? [] : null);
    if (given) demand((await summaryHash(given)) === statement.wrapsHash, "altered", "Its wraps are not those that were signed.");
  }
  const described = links.findLast(({ statement }) => "attrsHash" in statement)?.statement;
  if (!attributes || !described || !("attrsHash" in described)) return;
  const hash = await attributesHash(attributes.salt, attributes.values).catch(() => null);
  demand(hash === described.attrsHash, "altered", "Its attributes are not those that were signed.");
}

function verdict(
  { wraps, known, stateAt }: ServedChain, links: readonly Link[], leaves: readonly Leaf[], audience: readonly Id[], behind: readonly Id[],
): ReadChain {
  const places = new Set(leaves.map(({ hashB64u }) => hashB64u));
  const last = links.at(-1);
  const lastPut = links.findLastIndex(({ statement }) => statement.type === "record.put" || statement.type === "file.put");
  const wrapped = new Set(links.flatMap((_, i) => (i >= lastPut ? (wraps.get(i) ?? []).map(({ roleId }) => roleId) : [])));
  const now = last && stateAt(last.leaf);
  return {
    is: "verified",
    proven: links.every(({ leaf }) => places.has(leaf)),
    deleted: last?.statement.type === "record.delete",
    audience,
    owed: lastPut < 0 || !now ? null : audience.filter((role) => !wrapped.has(role) && now.roles[role]?.rollDue === false),
    behind,
    newest: last ? { seq: last.statement.seq, hash: last.hash, audience } : known,
  };
}
