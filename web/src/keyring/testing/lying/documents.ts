/** What people do with documents: each is judged by what was signed of it before, and by what its person wished. */
import { fromBase64Url } from "../../../crypto/base64url.ts";
import { statementHash } from "../../../crypto/statements.ts";
import { newId } from "../../../crypto/testing/account.ts";
import type { Sealed, SealedItem } from "../../contract.ts";
import { hashOf } from "../handmade.ts";
import { meant } from "../people.ts";
import { clientOf, keyringOf, truly, type Doing } from "./command.ts";
import { judgeDrawn, readable, served } from "./drawing.ts";
import { newest, type Doc, type Revision } from "./history.ts";
import type { Lie } from "./lies.ts";
import { applied, expectedAttributes, judgeAttributes, judgeSealed } from "./oracle.ts";
import { isReady, under, type Client, type World } from "./world.ts";

/** What an honest server takes is drawn as it is answered. */
export async function append(world: World, client: Client, doc: Doc, base: Revision | null, revision: Omit<Revision, "seq">): Promise<void> {
  client.history.docs.set(doc.id, doc);
  doc.revisions.push({ ...revision, seq: (base?.seq ?? 0) + 1 });
  if (!revision.deleted) await draw(world, client, doc, revision.item);
}

/** An honest server takes what goes on from the newest state, and nothing else. */
export const isTaken = (doc: Doc, base: Revision | null): boolean => base === null || base === newest(doc);

/** Neither does it take what was sealed under a key that has to be renewed, or was. */
export function isSealedNow({ history: { server } }: Client, { wraps }: Sealed): boolean {
  const { roles } = server.state();
  return wraps.every(({ roleId, generation }) => roles[roleId]?.rollDue === false && roles[roleId].keys.length === generation);
}

export async function write(world: World, client: Client, audience: readonly string[]): Promise<void> {
  const doc: Doc = { kind: "document", id: newId(), revisions: [], spoiled: false };
  const values = { state: "active", expiresOn: "2031-02-28" };
  const wish = { payload: { v: 1, title: `Passport ${doc.id}` }, changed: values, audience };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: wish.payload, attrs: values, audience: meant(audience) });
  await judgeSealed(world, client, doc, wish, sealed);
  if (!isSealedNow(client, sealed)) return;
  await client.history.server.leaf(sealed);
  const item: SealedItem = { id: doc.id, version: 1, sealed, later: [] };
  await append(world, client, doc, null, { item, hash: await hashOf(item), author: client.person.id, payload: wish.payload, values, audience: [...audience].sort(), deleted: false });
}

/** As it was answered, or in place of it. */
export async function draw(world: World, client: Client, doc: Doc, item: SealedItem): Promise<void> {
  judgeDrawn(world, client, doc, await keyringOf(client).showRecord(doc.kind, structuredClone(item)));
}

/** What a page does before anybody can edit: it draws the item as it is served, and proves it when it has time. */
export async function look(world: World, client: Client, doc: Doc): Promise<void> {
  const { item } = newest(doc);
  await draw(world, client, doc, item);
  await keyringOf(client).prove(doc.kind, [item]);
}

export async function edit(world: World, client: Client, doc: Doc, lied: SealedItem, title: string, expiresOn: string | null): Promise<void> {
  const wish = { payload: { v: 1, title }, changed: { expiresOn } };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: wish.payload, attrs: wish.changed, previous: lied });
  const base = await judgeSealed(world, client, doc, wish, sealed);
  if (!base || !isTaken(doc, base) || !isSealedNow(client, sealed)) return;
  await client.history.server.leaf(sealed);
  const item: SealedItem = { id: doc.id, version: lied.version + 1, sealed, later: [] };
  const values = applied(base.values, wish.changed);
  await append(world, client, doc, base, { ...base, item, hash: await hashOf(item), author: client.person.id, payload: wish.payload, values });
}

export async function archive(world: World, client: Client, doc: Doc, lied: SealedItem, state: string): Promise<void> {
  const wish = { changed: { state } };
  const signed = await keyringOf(client).signAttrs("document", lied, wish.changed);
  const base = judgeAttributes(world, client, doc, wish, signed);
  if (!base || !isTaken(doc, base)) return;
  await client.history.server.leaf(signed);
  const { item } = base;
  const attrs = expectedAttributes(base, wish);
  const next = { ...item, version: item.version + 1, later: [...item.later, signed], sealed: { ...item.sealed, attrs, attrsSaltB64u: signed.attrsSaltB64u } };
  await append(world, client, doc, base, { ...base, item: next, hash: await statementHash(fromBase64Url(signed.statementB64u)), author: client.person.id, values: { ...base.values, state } });
}

export async function erase(world: World, client: Client, doc: Doc, lied: SealedItem): Promise<void> {
  const signed = await keyringOf(client).signDelete(doc.kind, lied);
  const base = judgeAttributes(world, client, doc, { changed: {} }, signed);
  if (!base || !isTaken(doc, base)) return;
  await client.history.server.leaf(signed);
  const item = { ...base.item, later: [...base.item.later, signed] };
  await append(world, client, doc, base, { ...base, item, hash: await statementHash(fromBase64Url(signed.statementB64u)), author: client.person.id, deleted: true });
}

type ToItem = (world: World, client: Client, doc: Doc, item: SealedItem) => Promise<unknown>;

/** Something done to a document or a task, which the server answers truly or not. */
export const toItem = (pick: number, work: ToItem, kind: Doc["kind"] | null = null): Doing => ({
  can: (_world, client) => isReady(client) && editable(client, kind).length > 0,
  does: async (world, client, lie) => {
    await truly(client, lie);
    const mine = editable(client, kind);
    const doc = mine[pick % mine.length] as Doc;
    const { item, lied } = served(world, client, doc, lie);
    const { came, told, all } = await under(client, lie, async () => {
      if (!lie) await look(world, client, doc);
      return work(world, client, doc, item);
    });
    return { came, all, told: told || lied };
  },
});

export const toDocument = (pick: number, work: ToItem): Doing => toItem(pick, work, "document");

const editable = ({ history, person }: Client, among: Doc["kind"] | null): Doc[] =>
  readable(history, person.id).filter(({ spoiled, kind }) => !spoiled && (among === null || kind === among));

/** What a whole list leaves out is told; nothing that was proven here goes without a signed word. */
export async function list(world: World, client: Client, pick: number, lie: Lie | null): Promise<void> {
  const mine = readable(client.history, client.person.id).filter(({ kind }) => kind === "document");
  const left = pick % 3 === 0 ? null : (mine[pick % Math.max(mine.length, 1)] ?? null);
  const missing = await keyringOf(client).missing("document", mine.filter((doc) => doc !== left).map(({ id }) => id), { askedAt: Date.now() + 1 });
  for (const { id, is } of missing) {
    const doc = client.history.docs.get(id);
    const last = doc && newest(doc);
    const ended = is === "deleted" ? last?.deleted : is === "withheld" || !mine.includes(doc as Doc);
    if (!ended) world.fault(client, `was told that a document is ${is}, which it is not`);
  }
  if (!lie && left && client.proven.has(left.id) && !missing.some(({ id, is }) => id === left.id && is === "withheld")) world.fault(client, "let a document go without a word");
}

/** Before anything else: something for all, and something for the owner alone. */
export async function someDocuments(world: World): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const clara = clientOf(world, "clara");
  for (const audience of [[owner], [member, owner]]) await under(clara, null, () => write(world, clara, audience));
  for (const doc of world.truth.docs.values()) await under(clara, null, () => edit(world, clara, doc, newest(doc).item, "New passport", null));
}


/** What only the owner reads. */
export const ownersOnly = ({ truth: { docs, server } }: World): Doc[] => [...docs.values()].filter((doc) => {
  const { audience, deleted } = newest(doc);
  return doc.kind === "document" && !deleted && !doc.spoiled && audience.length === 1 && audience[0] === server.roles.owner;
});
