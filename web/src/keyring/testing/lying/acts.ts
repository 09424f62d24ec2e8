/** What people do in their browsers while the server answers, each as a command of the model. */
import fc from "fast-check";
import { expect } from "vitest";

import { fromBase64Url } from "../../../crypto/base64url.ts";
import { parsePairingFragment, pairingFragment } from "../../../crypto/pairing.ts";
import { parseStatement, statementHash } from "../../../crypto/statements.ts";
import { newId } from "../../../crypto/testing/account.ts";
import type { Sealed, SealedItem } from "../../contract.ts";
import { aBrowser } from "../browser.ts";
import { aPut, hashOf } from "../handmade.ts";
import { meant, PASSPHRASE } from "../people.ts";
import { judgeDrawn, readable, served } from "./drawing.ts";
import { aHistory, newest, type Doc, type Revision } from "./history.ts";
import { ABOUT, LIES, type Lie } from "./lies.ts";
import { expectedAttributes, judgeAttributes, judgeSealed } from "./oracle.ts";
import { check, isReady, start, under, type Client, type Name, type World } from "./world.ts";

/** How often each command was carried out to its end, and each lie told: a law that is never applied proves nothing. */
export interface Counts {
  readonly done: Map<string, number>;
  readonly told: Map<string, number>;
  readonly refused: Map<string, number>;
}

export const noCounts = (): Counts => ({ done: new Map(), told: new Map(), refused: new Map() });

const count = (counted: Map<string, number>, name: string) => counted.set(name, (counted.get(name) ?? 0) + 1);

interface Act {
  readonly name: string;
  readonly who: Name;
  readonly lie: Lie | null;
  /** Whether the person could do this now. */
  readonly can: (world: World, client: Client) => boolean;
  /** Answers whether it was done, or what stood against it. */
  readonly does: (world: World, client: Client, lie: Lie | null) => Promise<Outcome>;
}

interface Outcome {
  readonly came: { readonly value: unknown } | { readonly error: unknown };
  readonly told: boolean;
}

/** Whoever was removed is told so by the server, and is asked for nothing more. */
const isMember = ({ truth: { server } }: World, { person }: Client): boolean => server.members.some(({ id }) => id === person.id);

const clientOf = ({ clients }: World, who: Name): Client => clients.find(({ name }) => name === who) as Client;

/** A command of the model. Without a lie, what a person may do is done. */
function command({ name, who, lie, can, does }: Act, counts: Counts): fc.AsyncCommand<World, World> {
  const lying = lie && `${lie.kind} ${lie.about} ${String(lie.after)} ${String(lie.times)} ${String(lie.choice)}`;
  return {
    check: (world) => can(world, clientOf(world, who)),
    run: async (world) => {
      const client = clientOf(world, who);
      const { came, told } = await does(world, client, lie);
      if (lie && told) count(counts.told, lie.about === "item" ? `item ${lie.kind}` : lie.kind);
      if ("value" in came) count(counts.done, name);
      else count(counts.refused, `${name}: ${String((came.error as Error).message).slice(0, 80)}`);
      await check(world);
      // What goes on behind an act may have heard the lie and be told of it only now.
      const wasLied = client.lied;
      client.lied = told;
      if (!lie && "error" in came && isMember(world, client) && !wasLied) throw came.error;
    },
    toString: () => `${who} ${name}${lying === null ? "" : ` (${lying})`}`,
  };
}

const holds = ({ history }: Client, { person }: Client, role: string): boolean => history.server.state().roles[role]?.holders.includes(person.id) ?? false;
const stateOf = ({ browser }: Client) => browser?.keyring.state().name ?? "closed";

/** Before somebody does something without a lie, what was heard in a lie is heard anew. */
async function truly(client: Client, lie: Lie | null): Promise<void> {
  if (!lie) await under(client, null, () => client.browser?.keyring.news() ?? Promise.resolve());
}

const keyringOf = ({ browser }: Client) => {
  if (!browser) throw new Error("The browser is closed.");
  return browser.keyring;
};

/** An act of a ready browser. */
const doing = (work: (world: World, client: Client, lie: Lie | null) => Promise<unknown>): Act["does"] => async (world, client, lie) => {
  await truly(client, lie);
  return under(client, lie, () => work(world, client, lie));
};

/** What an honest server takes is drawn as it is answered. */
async function append(world: World, client: Client, doc: Doc, base: Revision | null, revision: Omit<Revision, "seq">): Promise<void> {
  client.history.docs.set(doc.id, doc);
  doc.revisions.push({ ...revision, seq: (base?.seq ?? 0) + 1 });
  if (!revision.deleted) await draw(world, client, doc, revision.item);
}

/** An honest server takes what goes on from the newest state, and nothing else. */
const isTaken = (doc: Doc, base: Revision | null): boolean => base === null || base === newest(doc);

/** Neither does it take what was sealed under a key that has to be renewed, or was. */
function isSealedNow({ history: { server } }: Client, { wraps }: Sealed): boolean {
  const { roles } = server.state();
  return wraps.every(({ roleId, generation }) => roles[roleId]?.rollDue === false && roles[roleId].keys.length === generation);
}

async function write(world: World, client: Client, audience: readonly string[]): Promise<void> {
  const doc: Doc = { id: newId(), revisions: [], spoiled: false };
  const values = { state: "active", expiresOn: "2031-02-28" };
  const wish = { title: `Passport ${doc.id}`, changed: values, audience };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: { v: 1, title: wish.title }, attrs: values, audience: meant(audience) });
  await judgeSealed(world, client, doc, wish, sealed);
  if (!isSealedNow(client, sealed)) return;
  await client.history.server.leaf(sealed);
  const item: SealedItem = { id: doc.id, version: 1, sealed, later: [] };
  await append(world, client, doc, null, { item, hash: await hashOf(item), author: client.person.id, title: wish.title, values, audience: [...audience].sort(), deleted: false });
}

/** As it was answered, or in place of it. */
async function draw(world: World, client: Client, doc: Doc, item: SealedItem): Promise<void> {
  judgeDrawn(world, client, doc, await keyringOf(client).showRecord("document", structuredClone(item)));
}

/** What a page does before anybody can edit: it draws the item as it is served, and proves it when it has time. */
async function look(world: World, client: Client, doc: Doc): Promise<void> {
  const { item } = newest(doc);
  await draw(world, client, doc, item);
  await keyringOf(client).prove("document", [item]);
}

async function edit(world: World, client: Client, doc: Doc, lied: SealedItem, title: string, expiresOn: string | null): Promise<void> {
  const wish = { title, changed: { expiresOn } };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: { v: 1, title }, attrs: wish.changed, previous: lied });
  const base = await judgeSealed(world, client, doc, wish, sealed);
  if (!base || !isTaken(doc, base) || !isSealedNow(client, sealed)) return;
  await client.history.server.leaf(sealed);
  const item: SealedItem = { id: doc.id, version: lied.version + 1, sealed, later: [] };
  const values = Object.fromEntries(Object.entries({ ...base.values, expiresOn }).filter((entry): entry is [string, string] => entry[1] !== null));
  await append(world, client, doc, base, { ...base, item, hash: await hashOf(item), author: client.person.id, title, values });
}

async function archive(world: World, client: Client, doc: Doc, lied: SealedItem, state: string): Promise<void> {
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

async function erase(world: World, client: Client, doc: Doc, lied: SealedItem): Promise<void> {
  const signed = await keyringOf(client).signDelete("document", lied);
  const base = judgeAttributes(world, client, doc, { changed: {} }, signed);
  if (!base || !isTaken(doc, base)) return;
  await client.history.server.leaf(signed);
  const item = { ...base.item, later: [...base.item.later, signed] };
  await append(world, client, doc, base, { ...base, item, hash: await statementHash(fromBase64Url(signed.statementB64u)), author: client.person.id, deleted: true });
}

/** Something done to a document, which the server answers truly or not. */
const toDocument = (pick: number, work: (world: World, client: Client, doc: Doc, item: SealedItem) => Promise<unknown>): Pick<Act, "can" | "does"> => ({
  can: (_world, client) => isReady(client) && editable(client).length > 0,
  does: async (world, client, lie) => {
    await truly(client, lie);
    const all = editable(client);
    const doc = all[pick % all.length] as Doc;
    const { item, lied } = served(world, client, doc, lie);
    const { came, told } = await under(client, lie, async () => {
      if (!lie) await look(world, client, doc);
      return work(world, client, doc, item);
    });
    return { came, told: told || lied };
  },
});

const editable = ({ history, person }: Client): Doc[] => readable(history, person.id).filter(({ spoiled }) => !spoiled);

/** What a whole list leaves out is told; nothing that was proven here goes without a signed word. */
async function list(world: World, client: Client, pick: number, lie: Lie | null): Promise<void> {
  const mine = readable(client.history, client.person.id);
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

/** Names, keys and rights as they are drawn: what is drawn as signed is what the true log says, or has said. */
async function people(world: World, client: Client): Promise<void> {
  const keyring = keyringOf(client);
  const { people: named, roles, withDevices } = await keyring.directory();
  for (const { id, name, email, standing } of named) {
    const known = world.clients.find(({ person }) => person.id === id)?.person;
    if (standing === "signed" && (known?.name !== name || known.email !== email)) world.fault(client, `drew ${name} as a signed name`);
  }
  for (const { id, name, standing, key } of roles) if (standing === "signed" && key !== null && name.toLowerCase() !== key) world.fault(client, `drew ${id} as the role ${name}`);
  const { held } = client.history;
  const everIn = (user: string) => [...held.keys()].some((one) => one.startsWith(user)) || [...world.devices.values()].includes(user);
  for (const user of withDevices) if (!everIn(user)) world.fault(client, "drew a person with a device who has none");
  const overview = await keyring.overview({ anew: true });
  for (const { roleId, holders } of overview.roles) {
    for (const user of holders) if (!held.has(`${user} ${roleId}`)) world.fault(client, "drew a holder of a key who never was one");
  }
  for (const { deviceId, userId, name, email, proven, confirmedName } of overview.waiting) {
    const known = world.clients.find(({ person }) => person.id === userId)?.person;
    if (proven && world.devices.get(deviceId) !== userId) world.fault(client, "took a device that knows no secret for a proven one");
    if (proven && confirmedName && (known?.name !== name || known.email !== email)) world.fault(client, "drew a newcomer under another name as confirmed");
  }
}

/** Somebody comes with a link of the server's making, under the name and the account of the one who was invited. */
async function intrude(world: World): Promise<void> {
  const { server } = world.truth;
  const tom = clientOf(world, "tom").person;
  const { secret, ...link } = parsePairingFragment(world.link.split("#")[1] ?? "");
  const intruder = await aBrowser(server, tom, { link: `/welcome#${pairingFragment({ ...link, secret: secret.map((byte) => byte ^ 1) })}` });
  await intruder.keyring.createDevice(PASSPHRASE).finally(() => { intruder.keyring.end(); });
}

/** Somebody with keys of his own, and the server with him, continues an object that he does not read. Nobody draws it, and nobody signs on top of it. */
async function replace(world: World, client: Client, insider: Client, doc: Doc): Promise<void> {
  const vault = insider.watched.vault();
  if (!vault) throw new Error("No keys.");
  const { seq, hash } = newest(doc);
  const { member, owner } = world.truth.server.roles;
  const made = await aPut(vault, doc.id, { seq: seq + 1, prevHash: hash }, [owner, member], "Pay to this account");
  await world.truth.server.leaf(made.sealed);
  doc.spoiled = true;
  await client.browser?.hear();
  const drawn = await keyringOf(client).showRecord("document", structuredClone(made)).catch(() => null);
  // Before the chain is known it is drawn as being checked, where this browser has not proven what came before it.
  if (drawn && (drawn.item.grade === "proven" || client.proven.get(doc.id) === seq)) judgeDrawn(world, client, doc, drawn);
  expect(await keyringOf(client).prove("document", [made]).catch((error: unknown) => error)).toMatchObject({ kind: "foreign" });
  const wish = { title: "Mine", changed: {} };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: { v: 1, title: wish.title }, attrs: {}, previous: made }).catch(() => null);
  if (sealed) await judgeSealed(world, client, doc, wish, sealed);
}

/** What was written in one history is shown in the other: whoever reads it hears that there are two. */
async function cross(world: World, reader: Client, author: Client): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const both = [member, owner];
  await write(world, author, both);
  await author.browser?.hear();
  await write(world, author, both);
  const crossing = newest([...author.history.docs.values()].at(-1) as Doc).item;
  const { viewSize } = parseStatement(fromBase64Url(crossing.sealed.statementB64u));
  while (world.truth.server.leaves.length < viewSize) await write(world, reader, both);
  await reader.browser?.hear();
  const drawn = await keyringOf(reader).showRecord("document", crossing).catch(() => null);
  const state = keyringOf(reader).state();
  if (drawn || state.name !== "alarm" || state.kind !== "fork") world.fault(reader, `saw a write of another history, and its state is ${state.name}`);
}

async function settle(client: Client): Promise<void> {
  const keyring = keyringOf(client);
  const state = keyring.state();
  if (state.name === "alarm" && state.kind === "authority") await keyring.acknowledge();
  else await keyring.tryAgain();
  const after = keyring.state();
  if (after.name === "alarm") throw new Error(`The alarm stays: ${after.kind}`);
}

async function join(world: World, client: Client, link: string | null): Promise<void> {
  client.wishes.add(`join ${client.person.id}`);
  if (!client.browser) {
    client.link = link;
    await start(world, client);
  }
  await keyringOf(client).createDevice(PASSPHRASE);
}

/** Two people with one another on the telephone. */
async function compare(world: World, approving: Client, waiting: Client): Promise<void> {
  await waiting.browser?.hear();
  const { id } = waiting.person;
  const device = [...world.devices].find(([, user]) => user === id)?.[0] ?? "";
  approving.wishes.add(`let in ${id} ${world.addHashes.get(device) ?? ""} code`);
  const read = await keyringOf(approving).codeToRead(device);
  expect(await keyringOf(waiting).enterCode(read?.code ?? "")).toBe("fits");
  const state = keyringOf(waiting).state();
  await keyringOf(approving).letIn(device, { answer: state.name === "unconfirmed" ? (state.answer ?? "") : "" });
}

async function remove(world: World, client: Client, { person }: Client): Promise<void> {
  client.wishes.add(`remove ${person.id}`);
  client.wishes.add("invite.cancel");
  await keyringOf(client).removeMember(person.id);
  for (const { wishes } of world.clients) for (const wish of wishes) if (wish.startsWith(`let in ${person.id}`) || wish.startsWith(`give ${person.id}`)) wishes.delete(wish);
}


const lies: fc.Arbitrary<Lie> = fc.record({
  kind: fc.constantFrom(...LIES), about: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ABOUT) }, { weight: 1, arbitrary: fc.constant("" as const) }),
  after: fc.nat(2), times: fc.integer({ min: 1, max: 3 }), choice: fc.nat(100_000),
});
/** Half of the time the truth, so that there is something to lie about. */
const lie = fc.option(lies, { freq: 2 });
const itemLie: fc.Arbitrary<Lie | null> = fc.option(lies.chain((one) => fc.constantFrom<Lie>({ ...one, about: "item" }, { ...one, about: "item" }, one)), { freq: 2 });
const who = fc.constantFrom<Name[]>("clara", "jonas", "tom");
const pick = fc.nat(1000);

/** Before anything else: something for all, and something for the owner alone. */
export async function someDocuments(world: World): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const clara = clientOf(world, "clara");
  for (const audience of [[owner], [member, owner]]) await under(clara, null, () => write(world, clara, audience));
  for (const doc of world.truth.docs.values()) await under(clara, null, () => edit(world, clara, doc, newest(doc).item, "New passport", null));
}

type Doing = Pick<Act, "can" | "does">;
const lookingAtPeople: Doing = { can: (_world, client) => isReady(client), does: doing(people) };
const reading = (pick: number): Doing => toDocument(pick, draw);
const tryingAgain: Doing = { can: (_world, client) => stateOf(client) === "alarm", does: (_world, client) => under(client, null, () => settle(client)) };

/** A story in which each lie is told, once about a list and once about an item, with a person who tries again after an alarm. */
export function eachLie(counts: Counts): fc.AsyncCommand<World, World>[] {
  const by = (name: string, lie: Lie | null, how: Doing) => command({ name, who: "clara", lie, ...how }, counts);
  return LIES.flatMap((kind) => {
    const lie = (about: Lie["about"]): Lie => ({ kind, about, after: 0, times: 1, choice: 1 });
    return [
      by("looks at people", null, lookingAtPeople), by("looks at people", lie("/users"), lookingAtPeople), by("tries again", null, tryingAgain),
      by("reads", lie("item"), reading(1)), by("reads", null, reading(1)), by("tries again", null, tryingAgain),
    ];
  });
}

/** Everything that may happen, in the proportion in which it does. */
export function allActs(counts: Counts): { readonly names: readonly string[]; readonly acts: fc.Arbitrary<fc.AsyncCommand<World, World>>[] } {
  const names: string[] = [];
  const act = <T extends object>(name: string, weight: number, given: fc.Arbitrary<T & { who: Name; lie: Lie | null }>, how: (given: T) => Pick<Act, "can" | "does">) => {
    names.push(name);
    return Array.from({ length: weight }, () => given.map((one) => command({ name, who: one.who, lie: one.lie, ...how(one) }, counts)));
  };
  const clara = fc.constant<Name>("clara");
  const jonas = fc.constant<Name>("jonas");
  const tom = fc.constant<Name>("tom");
  const audiences = (world: World, { name }: Client, n: number): string[] => {
    const { owner, admin, member } = world.truth.server.roles;
    const choices = { clara: [[owner], [member, owner], [admin, member, owner]], jonas: [[member], [member, owner]], tom: [[member]] }[name];
    return choices[n % choices.length] ?? [];
  };
  const acts = [
    ...act("hears of news", 2, fc.record({ who, lie }), () => ({ can: (_w, c) => c.browser !== null && stateOf(c) !== "alarm" && stateOf(c) !== "closed", does: doing((_w, c) => keyringOf(c).news()) })),
    ...act("writes", 2, fc.record({ who, lie, n: pick }), ({ n }) => ({ can: (_w, c) => isReady(c), does: doing((w, c) => write(w, c, audiences(w, c, n))) })),
    ...act("reads", 3, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => reading(n)),
    ...act("edits", 2, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toDocument(n, (w, c, doc, item) => edit(w, c, doc, item, `Passport ${String(n)}`, n % 2 === 0 ? "2032-01-01" : null))),
    ...act("archives", 1, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toDocument(n, (w, c, doc, item) => archive(w, c, doc, item, n % 2 === 0 ? "archived" : "active"))),
    ...act("deletes", 1, fc.record({ who, lie: itemLie, n: pick }), ({ n }) => toDocument(n, erase)),
    ...act("lists", 1, fc.record({ who, lie, n: pick }), ({ n }) => ({ can: (_w, c) => isReady(c), does: doing((w, c, lied) => list(w, c, n, lied)) })),
    ...act("looks at people", 1, fc.record({ who, lie }), () => lookingAtPeople),
    ...act("reloads", 1, fc.record({ who, lie }), () => ({ can: (_w, c) => c.browser !== null, does: (w, c, lied) => under(c, lied, () => start(w, c)) })),
    ...act("locks and unlocks", 1, fc.record({ who, lie }), () => ({
      can: (_w, c) => isReady(c),
      does: doing(async (_w, c) => { await keyringOf(c).lock(); await keyringOf(c).unlock(PASSPHRASE.passphrase); }),
    })),
    ...act("tries again", 3, fc.record({ who, lie: fc.constant(null) }), () => tryingAgain),
    ...act("invites", 1, fc.record({ who: clara, lie }), () => ({
      can: (_w, c) => isReady(c),
      does: doing((w, c) => { c.wishes.add(`invite to ${w.truth.server.roles.member}`); return keyringOf(c).invite({ email: `${newId()}@example.test`, roleId: w.truth.server.roles.member }); }),
    })),
    ...act("joins", 3, fc.record({ who: tom, lie, byLink: fc.boolean() }), ({ byLink }) => ({
      can: (_w, c) => c.browser === null || stateOf(c) === "new", does: (w, c, lied) => under(c, lied, () => join(w, c, byLink ? w.link : null)),
    })),
    ...act("compares codes", 2, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && isMember(w, clientOf(w, "tom")) && stateOf(clientOf(w, "tom")) === "unconfirmed", does: doing((w, c) => compare(w, c, clientOf(w, "tom"))),
    })),
    ...act("gives a role", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && !holds(c, clientOf(w, "jonas"), w.truth.server.roles.admin),
      does: doing((w, c) => {
        const [{ person }, role] = [clientOf(w, "jonas"), w.truth.server.roles.admin];
        c.wishes.add(`give ${person.id} ${role}`);
        return keyringOf(c).giveRole(person.id, role);
      }),
    })),
    ...act("takes a role", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && holds(c, clientOf(w, "jonas"), w.truth.server.roles.admin),
      does: doing((w, c) => {
        const [{ person }, role] = [clientOf(w, "jonas"), w.truth.server.roles.admin];
        c.wishes.delete(`give ${person.id} ${role}`);
        c.wishes.add(`take ${person.id} ${role}`);
        return keyringOf(c).takeRole(person.id, role);
      }),
    })),
    ...act("renews a key", 1, fc.record({ who: clara, lie }), () => ({
      can: (_w, c) => isReady(c), does: doing((w, c) => { c.wishes.add(`renew ${w.truth.server.roles.member}`); return keyringOf(c).roll(w.truth.server.roles.member); }),
    })),
    ...act("removes a member", 1, fc.record({ who: clara, lie }), () => ({
      can: (w, c) => isReady(c) && holds(c, clientOf(w, "tom"), w.truth.server.roles.member), does: doing((w, c) => remove(w, c, clientOf(w, "tom"))),
    })),
    ...act("meets an intruder", 3, fc.record({ who: clara, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && !w.intruded && clientOf(w, "tom").browser === null, does: async (w, c) => { w.intruded = true; await intrude(w); return under(c, null, () => keyringOf(c).news()); },
    })),
    ...act("is shown a replacement", 1, fc.record({ who: clara, lie: fc.constant(null), n: pick }), ({ n }) => ({
      can: (w, c) => isReady(c) && isReady(clientOf(w, "jonas")) && !w.branch && ownersOnly(w).length > 0,
      does: doing((w, c) => replace(w, c, clientOf(w, "jonas"), ownersOnly(w)[n % ownersOnly(w).length] as Doc)),
    })),
    ...act("is shown a history of his own", 1, fc.record({ who: jonas, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && !w.branch && w.truth.docs.size > 1,
      does: async (w, c) => {
        const history = await aHistory(await w.truth.server.fork(), w.truth);
        w.branch = { from: w.truth.server.leaves.length, history };
        c.history = history;
        return under(c, null, () => keyringOf(c).news());
      },
    })),
    ...act("reads what was written in the other history", 2, fc.record({ who: clara, lie: fc.constant(null) }), () => ({
      can: (w, c) => isReady(c) && w.branch !== null && isReady(clientOf(w, "jonas")), does: doing((w, c) => cross(w, c, clientOf(w, "jonas"))),
    })),
  ];
  return { names, acts };
}

/** What only the owner reads. */
const ownersOnly = ({ truth: { docs, server } }: World): Doc[] => [...docs.values()].filter((doc) => {
  const { audience, deleted } = newest(doc);
  return !deleted && !doc.spoiled && audience.length === 1 && audience[0] === server.roles.owner;
});
