/** Operations on records: sealing for an audience, opening what was signed for it, and the statements around them. */
import { fromBase64Url } from "../../crypto/base64url.ts";
import { attributesHash, encodeAttributes, generateSalt, type Attributes, type AttributeValue } from "../../crypto/attributes.ts";
import { boxHash } from "../../crypto/box.ts";
import { generateDataKey } from "../../crypto/contentWrap.ts";
import { BeingChecked, damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { openRecordBody, sealRecordBody, type Document } from "../../crypto/record.ts";
import { statementHash, type Signed } from "../../crypto/statements.ts";
import { wrapsHash, type Wrap } from "../../crypto/wraps.ts";
import { titleIn } from "../../payloads/titles.ts";
import type { Audience, Disclosure, Sealed, SealedItem, ShownItem, SignedAttrs, SignedEnd, VerifiedItem } from "../contract.ts";
import { asAudience, demandOwnWrap, openWraps, wrapForAudience } from "./audience.ts";
import { filesOf, owedTo } from "./debts.ts";
import { decoded, demandReadable, demandWritable } from "./decoding.ts";
import { demandDisclosed } from "./disclosing.ts";
import { tagOf, wrapsOf } from "./itemChecks.ts";
import { openedTitle } from "./titles.ts";
import { signContent, type Vault } from "./vault.ts";
import { verifiedItem } from "./verifiedItem.ts";
import { verifyItem } from "./verifyItem.ts";


export type TypedAttributes = Readonly<Record<string, AttributeValue>>;
/** By name; null takes an attribute away, and what is not named stays as it was signed. */
export type ChangedAttributes = Readonly<Record<string, AttributeValue | null>>;

/** What is signed first of something that everybody has had until now. */
export interface FirstContent {
  readonly payload: Document;
  readonly attributes: TypedAttributes;
  readonly audience: Audience;
}

/** Where a statement stands in the chain of its item. */
interface Place {
  readonly seq: number;
  readonly prevHash: string;
}

/** What the next statement about an item follows. */
export interface Before {
  readonly place: Place;
  readonly contentRevision: number;
  readonly schema: number;
  /** As it was signed last. */
  readonly audience: readonly Id[];
}

/** The last statement about the item of this id. Nobody builds on what was only shown and not verified, or is another item. */
export async function lastStatement(vault: Vault, kind: string, id: Id, item: ShownItem, { mayBeOlder } = { mayBeOlder: true }): Promise<Before> {
  // Whoever writes on top of what is older by now is told so by the server.
  const { proven, place, audience, links } = await verifyItem(vault, kind, id, item, { mayBeOlder });
  // Under what was shown to a person may stand an answer that came since, and was not opened yet.
  const isAsShown = item.hash === undefined || item.hash === place.prevHash;
  if (!proven || !isAsShown) throw new BeingChecked();
  const put = links[0]?.statement;
  if (put?.type !== "record.put") throw damaged();
  const { contentRevision, schema } = put;
  return { place, contentRevision, schema, audience };
}

/** The signed bytes of an item with those of what its person has changed: no other value of an answer is signed again. */
function carriedOver(signed: Attributes, changed: ChangedAttributes): Attributes {
  const kept = Object.entries(signed).filter(([name]) => !Object.hasOwn(changed, name));
  const set = Object.entries(changed).filter((entry): entry is [string, AttributeValue] => entry[1] !== null);
  return { ...Object.fromEntries(kept), ...encodeAttributes(Object.fromEntries(set)) };
}

interface Content {
  readonly kind: string;
  readonly id: Id;
  readonly payload: Document;
  readonly attrs: Attributes;
}

/** A content of its own, under a key of its own: the first one of an item, or the next. */
export async function sealContent(vault: Vault, { kind, id, payload, attrs }: Content, before: Before | null, audience: readonly Id[]): Promise<Sealed> {
  const place = before?.place ?? { seq: 1 };
  const readers = asAudience(audience);
  const contentRevision = (before?.contentRevision ?? 0) + 1;
  const schema = demandWritable(kind, payload, before?.schema);
  const revision = { account: vault.book.account, kind, id, contentRevision };
  const dek = generateDataKey();
  const [body, wraps] = await Promise.all([
    sealRecordBody(dek, { ...revision, schema }, payload),
    wrapForAudience(vault, revision, dek, readers),
  ]);
  demandOwnWrap(vault, wraps);
  const attrsSaltB64u = generateSalt();
  const fields = {
    kind, id, contentRevision, schema, boxHash: await boxHash(body), audience: readers, wrapsHash: await wrapsHash(wraps),
    attrsHash: await attributesHash(attrsSaltB64u, attrs),
  };
  const { statementB64u, signatureB64u } = await signContent(vault, "record.put", place, fields);
  return { attrs, attrsSaltB64u, ...body, wraps, statementB64u, signatureB64u };
}

/** Wraps of the key that an item has, for further roles of the audience that its statement names then. */
export async function shareContent(vault: Vault, kind: string, item: SealedItem, before: Before, roles: readonly Id[], audience: readonly Id[]): Promise<Signed & { wraps: Wrap[] }> {
  const { id } = item;
  const { place, contentRevision, schema } = before;
  const revision = { account: vault.book.account, kind, id, contentRevision };
  const dek = await openWraps(vault, revision, wrapsOf(item.sealed, item.later), async (key) => {
    await openRecordBody(key, { ...revision, schema }, item.sealed);
    return key;
  });
  const wraps = await wrapForAudience(vault, revision, dek, roles);
  const fields = { kind, id, contentRevision, audience: asAudience(audience), wrapsHash: await wrapsHash(wraps) };
  return { ...(await signContent(vault, "content.share", place, fields)), wraps };
}

async function signAttrs(vault: Vault, { kind, id, attrs }: Omit<Content, "payload">, { place, contentRevision }: Pick<Before, "place" | "contentRevision">): Promise<SignedAttrs> {
  const attrsSaltB64u = generateSalt();
  const fields = { kind, id, contentRevision, attrsHash: await attributesHash(attrsSaltB64u, attrs) };
  return { ...(await signContent(vault, "record.attrs", place, fields)), attrs, attrsSaltB64u };
}

/** The place after a statement that stands at this one. */
async function following({ statementB64u }: Pick<Signed, "statementB64u">, seq: number): Promise<Place> {
  return { seq: seq + 1, prevHash: await statementHash(fromBase64Url(statementB64u)) };
}

async function owedBy(vault: Vault, kind: string, item: SealedItem, asked: readonly Id[]): Promise<Id[]> {
  const { proven, audience } = await verifyItem(vault, kind, item.id, item);
  return owedTo(vault, { first: item.sealed, proven, audience, wraps: wrapsOf(item.sealed, item.later) }, asked);
}

export interface OpenedRecord {
  readonly payload: Document;
  readonly verified: VerifiedItem;
}

/** The contents of an item that was verified. */
export async function openBody(vault: Vault, verified: VerifiedItem, item: SealedItem): Promise<Document> {
  const { kind, id, contentRevision, schema } = verified;
  demandReadable(kind, schema);
  const revision = { account: vault.book.account, kind, id, contentRevision };
  const payload = decoded(kind, schema, await openWraps(vault, revision, wrapsOf(item.sealed, item.later), (dek) => openRecordBody(dek, { ...revision, schema }, item.sealed)));
  await noteTitle(vault, verified, payload);
  return payload;
}

async function noteTitle(vault: Vault, { kind, id, hash }: VerifiedItem, payload: Document): Promise<void> {
  const title = titleIn(kind, payload);
  if (title === null) return;
  const tag = await tagOf(vault, kind, id);
  openedTitle(vault.titles, tag, { hash, title }, vault.known.byTag.get(tag)?.proven?.hash ?? null);
}

export function recordOperations(vault: Vault) {
  return {
    sealRecord: async ({ kind, id, payload, attributes, told, audience, previous }: {
      kind: string; id: Id; payload: Document; attributes: ChangedAttributes; told?: Disclosure | null; audience?: Audience; previous?: ShownItem;
    }): Promise<Sealed> => {
      const before = previous ? await lastStatement(vault, kind, id, previous) : null;
      demandDisclosed(vault, kind, told, attributes, previous?.sealed.attrs ?? {});
      // A new revision is for whom the one before it was signed, whatever a row says.
      const readers = before?.audience ?? audience ?? [];
      return sealContent(vault, { kind, id, payload, attrs: carriedOver(previous?.sealed.attrs ?? {}, attributes) }, before, readers);
    },

    openRecord: async ({ kind, item }: { kind: string; item: SealedItem }): Promise<OpenedRecord> => {
      const verified = await verifiedItem(vault, kind, item);
      return { payload: await openBody(vault, verified, item), verified };
    },

    signAttributes: async ({ kind, item, changed, told }: { kind: string; item: ShownItem; changed: ChangedAttributes; told?: Disclosure | null }): Promise<SignedAttrs> => {
      const before = await lastStatement(vault, kind, item.id, item);
      demandDisclosed(vault, kind, told, changed, item.sealed.attrs);
      return signAttrs(vault, { kind, id: item.id, attrs: carriedOver(item.sealed.attrs, changed) }, before);
    },

    signDelete: async ({ kind, item }: { kind: string; item: ShownItem }): Promise<Signed> =>
      signContent(vault, "record.delete", (await lastStatement(vault, kind, item.id, item)).place, { kind, id: item.id }),

    /** What changes at its end and the end, in statements that follow one another; what has no content yet gets its first before both. */
    signEnd: async ({ kind, id, item, first, changed }: {
      kind: string; id: Id; item?: ShownItem; first?: FirstContent; changed: ChangedAttributes;
    }): Promise<SignedEnd> => {
      // Nothing of the kinds that end like this is kept from the server: here it is never asked what may be.
      demandDisclosed(vault, kind, null, { ...first?.attributes, ...changed }, item?.sealed.attrs ?? {});
      const put = first && (await sealContent(vault, { kind, id, payload: first.payload, attrs: carriedOver({}, first.attributes) }, null, first.audience));
      const base = put ?? item?.sealed;
      if (!base) throw damaged();
      const before = item ? await lastStatement(vault, kind, id, item) : { place: await following(base, 1), contentRevision: 1 };
      const moved = await signAttrs(vault, { kind, id, attrs: carriedOver(base.attrs, changed) }, before);
      const end = await signContent(vault, "record.delete", await following(moved, before.place.seq), { kind, id });
      return { ...(put ? { put } : {}), moved, ...end };
    },

    /** For whom an item was signed last, as far as anybody knows. */
    audienceOf: async ({ kind, item }: { kind: string; item: SealedItem }): Promise<Audience> =>
      asAudience((await verifyItem(vault, kind, item.id, item)).audience) as readonly Id[] as Audience,

    /** The roles among those asked about that an item owes a wrap, and the files that it names. */
    debtOf: async ({ kind, item, roles }: { kind: string; item: SealedItem; roles: readonly Id[] }): Promise<{ roles: Id[]; fileIds: Id[] }> =>
      ({ roles: await owedBy(vault, kind, item, roles), fileIds: filesOf(item) }),

    /** The wraps that roles of the item's own audience lack, among those that are asked about. */
    payRecord: async ({ kind, item, roles: asked }: { kind: string; item: SealedItem; roles: readonly Id[] }): Promise<(Signed & { wraps: Wrap[] }) | null> => {
      const roles = await owedBy(vault, kind, item, asked);
      if (roles.length === 0) return null;
      const before = await lastStatement(vault, kind, item.id, item);
      return shareContent(vault, kind, item, before, roles, before.audience);
    },
  };
}
