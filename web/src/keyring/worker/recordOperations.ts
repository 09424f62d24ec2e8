/** Operations on records: sealing for an audience, opening what was signed for it, and the statements around them. */
import { attributesHash, encodeAttributes, generateSalt, type AttributeValue } from "../../crypto/attributes.ts";
import { boxHash } from "../../crypto/box.ts";
import { generateDataKey } from "../../crypto/contentWrap.ts";
import { BeingChecked, CryptoError } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { openRecordBody, sealRecordBody, type Document } from "../../crypto/record.ts";
import type { Signed } from "../../crypto/statements.ts";
import { wrapsHash, type Wrap } from "../../crypto/wraps.ts";
import type { Audience, Sealed, SealedItem } from "../contract.ts";
import { asAudience, demandOwnWrap, openWraps, wrapForAudience } from "./audience.ts";
import { filesOf, owedTo } from "./debts.ts";
import { decoded } from "./decoding.ts";
import type { Shown } from "./shown.ts";
import { signContent, type Vault } from "./vault.ts";
import { readItem, verdictOf, verifyItem, type ItemVerdict } from "./verifyItem.ts";

const SCHEMA = 1;

export type TypedAttributes = Readonly<Record<string, AttributeValue>>;

/** What the next statement about an item follows. */
interface Before {
  readonly place: { readonly seq: number; readonly prevHash: string };
  /** As it was signed last. */
  readonly audience: readonly Id[];
}

/** The last statement about an item. Nobody builds on what was only shown and not verified. */
async function lastStatement(vault: Vault, kind: string, item: SealedItem): Promise<Before> {
  // Whoever writes on top of what is older by now is told so by the server.
  const verdict = await verifyItem(vault, kind, item.id, item, { mayBeOlder: true });
  if (!verdict.proven) throw new BeingChecked();
  return verdict;
}

async function owedBy(vault: Vault, kind: string, item: SealedItem, asked: readonly Id[]): Promise<Id[]> {
  const { proven, audience } = await verifyItem(vault, kind, item.id, item);
  return owedTo(vault, { first: item.sealed, proven, audience, wraps: item.sealed.wraps }, asked);
}

export interface OpenedRecord {
  readonly payload: Document;
  readonly verdict: ItemVerdict;
}

/** The body alone; whether it is what was signed is not asked here. */
export async function openBody(vault: Vault, kind: string, sealed: Shown): Promise<Document> {
  const { contentRevision, schema, id } = sealed;
  if (schema > SCHEMA) throw new CryptoError("unimplemented", "This item was written by a newer version. Update the application.");
  const revision = { account: vault.book.account, kind, id, contentRevision };
  return openWraps(vault, revision, sealed.wraps, (dek) => openRecordBody(dek, { ...revision, schema }, sealed));
}

export function recordOperations(vault: Vault) {
  return {
    sealRecord: async ({ kind, id, payload, attributes, audience, previous }: {
      kind: string; id: Id; payload: Document; attributes: TypedAttributes; audience?: Audience; previous?: SealedItem;
    }): Promise<Sealed> => {
      const before = previous ? await lastStatement(vault, kind, previous) : null;
      const place = before?.place ?? { seq: 1 };
      // A new revision is for whom the one before it was signed, whatever a row says.
      const readers = asAudience(before?.audience ?? audience ?? []);
      const contentRevision = (previous?.sealed.contentRevision ?? 0) + 1;
      const schema = Math.max(SCHEMA, previous?.sealed.schema ?? SCHEMA);
      const revision = { account: vault.book.account, kind, id, contentRevision };
      const dek = generateDataKey();
      const [body, wraps] = await Promise.all([
        sealRecordBody(dek, { ...revision, schema }, payload),
        wrapForAudience(vault, revision, dek, readers),
      ]);
      demandOwnWrap(vault, wraps);
      const attrs = encodeAttributes(attributes);
      const attrsSaltB64u = generateSalt();
      const fields = {
        kind, id, contentRevision, schema, boxHash: await boxHash(body), audience: readers, wrapsHash: await wrapsHash(wraps),
        attrsHash: await attributesHash(attrsSaltB64u, attrs),
      };
      const { statementB64u, signatureB64u } = await signContent(vault, "record.put", place, fields);
      return { id, revision: place.seq, contentRevision, schema, attrs, attrsSaltB64u, ...body, wraps, statementB64u, signatureB64u };
    },

    openRecord: async ({ kind, item }: { kind: string; item: SealedItem }): Promise<OpenedRecord> => {
      const verdict = verdictOf(await readItem(vault, kind, item.id, item));
      return { payload: decoded(kind, await openBody(vault, kind, item.sealed)), verdict };
    },

    signAttributes: async ({ kind, item, attributes }: { kind: string; item: SealedItem; attributes: TypedAttributes }) => {
      const attrs = encodeAttributes(attributes);
      const attrsSaltB64u = generateSalt();
      const { id, contentRevision } = item.sealed;
      const fields = { kind, id, contentRevision, attrsHash: await attributesHash(attrsSaltB64u, attrs) };
      return { ...(await signContent(vault, "record.attrs", (await lastStatement(vault, kind, item)).place, fields)), attrs, attrsSaltB64u };
    },

    signDelete: async ({ kind, item }: { kind: string; item: SealedItem }): Promise<Signed> =>
      signContent(vault, "record.delete", (await lastStatement(vault, kind, item)).place, { kind, id: item.sealed.id }),

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
      const { place, audience } = await lastStatement(vault, kind, item);
      const { id, contentRevision, schema } = item.sealed;
      const revision = { account: vault.book.account, kind, id, contentRevision };
      const dek = await openWraps(vault, revision, item.sealed.wraps, async (key) => {
        await openRecordBody(key, { ...revision, schema }, item.sealed);
        return key;
      });
      const wraps = await wrapForAudience(vault, revision, dek, roles);
      const fields = { kind, id, contentRevision, audience: [...audience], wrapsHash: await wrapsHash(wraps) };
      return { ...(await signContent(vault, "content.share", place, fields)), wraps };
    },
  };
}
