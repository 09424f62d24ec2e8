/**
 * Three people of one account, each with a browser of the product, before a server that lies.
 *
 * Beside them stands what is true: which statements were committed, what each person has wished by a click, and which
 * keys anybody was ever given. Everything that leaves a browser, and everything that it draws, is held against that.
 */
import { IDBFactory } from "fake-indexeddb";

import { toBase64Url } from "../../../crypto/base64url.ts";
import type { Id } from "../../../crypto/ids.ts";
import { rootOf } from "../../../crypto/merkle.ts";
import { newId } from "../../../crypto/testing/account.ts";
import type { RoleKey } from "../../../crypto/roleKey.ts";
import type { Disclosure, SealedItem } from "../../contract.ts";
import { stateNow, type Vault } from "../../worker/vault.ts";
import { aBrowser, aWatchedWorker, type TestBrowser } from "../browser.ts";
import { aKeyServer, type KeyServer, type Request, type TestMember } from "../keyServer.ts";
import { PASSPHRASE, meant } from "../people.ts";
import { copyOf } from "../storage.ts";
import { aHistory, everHeld, noteHeld, type History } from "./history.ts";
import { forgedBy } from "./forging.ts";
import { aLiar, type Lie, type Liar } from "./lies.ts";

export type Name = "clara" | "jonas" | "tom";

export interface Client {
  readonly name: Name;
  readonly person: TestMember;
  readonly storage: IDBFactory;
  readonly watched: ReturnType<typeof aWatchedWorker>;
  readonly liar: Liar;
  /** What this person has wished by a click, or permitted by an invitation, as the oracle calls it. */
  readonly wishes: Set<string>;
  /** The newest revision of each document that this browser has drawn, and the newest that was proven then. */
  readonly seen: Map<Id, number>;
  readonly proven: Map<Id, number>;
  /** How far the history reached that it has pinned. */
  pinned: number;
  browser: TestBrowser | null;
  /** What was carried to this person past the server, as long as the product keeps it. */
  link: string | null;
  /** Whether a lie was told in what this person did last. */
  lied: boolean;
  /** What the server says that it may see. */
  switches: Disclosure;
  history: History;
}

export const ALL: Disclosure = { taskDates: true, documentExpiry: true, assignees: true };

export interface World {
  readonly account: Id;
  readonly truth: History;
  readonly clients: readonly Client[];
  /** Devices that were made by the people of this account, by what they have sent themselves. */
  readonly devices: Map<Id, Id>;
  /** What brought these devices in. */
  readonly addHashes: Map<Id, string>;
  /** Every role key that anybody of this account has made or was given. */
  readonly keys: RoleKey[];
  /** The server has sent somebody under the name of a person who was invited. */
  intruded: boolean;
  readonly elsewhere: SealedItem;
  readonly link: string;
  /** The history of its own that one browser is shown, and how long it is the same as the others'. */
  branch: { readonly from: number; readonly history: History } | null;
  readonly sent: (client: Client, body: unknown) => Promise<void>;
  readonly fault: (client: Client, what: string) => void;
  readonly faults: readonly string[];
  readonly joined: (client: Client, device: Id, addHash: string) => void;
}

/** What is the same at the start of every run: it is made once. */
export interface Beginning {
  readonly server: KeyServer;
  readonly storages: ReadonlyMap<Name, IDBFactory>;
  readonly people: Readonly<Record<Name, TestMember>>;
  readonly link: string;
  /** Another account that the server calls by the id of this one, and an item of it. */
  readonly elsewhere: { readonly server: KeyServer; readonly owner: Id; readonly item: SealedItem };
}

const deviceOf = (server: KeyServer, user: Id): Id => Object.entries(server.state().devices).find(([, device]) => device.user === user)?.[0] ?? "";

async function anOwner(server: KeyServer, email: string) {
  const person = server.join(email, server.roles.owner);
  const storage = new IDBFactory();
  const browser = await aBrowser(server, person, { openedHere: true, storage });
  await browser.keyring.createDevice(PASSPHRASE);
  await browser.until("ready");
  await browser.hear();
  return { person, storage, browser };
}

export async function aBeginning(): Promise<Beginning> {
  const account = newId();
  const server = await aKeyServer(account);
  const clara = await anOwner(server, "clara@example.test");
  const { keyring } = clara.browser;
  const invite = async (email: string) => (await keyring.invite({ email, roleId: server.roles.member })).link;
  const jonas = { person: server.join("jonas@example.test", server.roles.member), storage: new IDBFactory() };
  const colleague = await aBrowser(server, jonas.person, { storage: jonas.storage, link: await invite("jonas@example.test") });
  await colleague.keyring.createDevice(PASSPHRASE);
  await clara.browser.hear();
  await colleague.hear();
  await colleague.until("ready");
  const link = await invite("tom@example.test");
  const tom = server.join("tom@example.test", server.roles.member);
  await colleague.hear();

  const other = await aKeyServer(account);
  const eve = await anOwner(other, "clara@example.test");
  const id = newId();
  const sealed = await eve.browser.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Pay to this account" }, attrs: { state: "active" }, audience: meant([other.roles.owner]) });
  for (const { keyring: open } of [clara.browser, colleague, eve.browser]) open.end();
  return {
    server, link: link ?? "", people: { clara: clara.person, jonas: jonas.person, tom }, storages: new Map<Name, IDBFactory>([["clara", clara.storage], ["jonas", jonas.storage]]),
    elsewhere: { server: other, owner: eve.person.id, item: { id, version: 1, sealed, later: [] } },
  };
}

/** Told of everything that a browser sends, before the server has it. */
export type Judge = (world: World, client: Client, body: unknown) => Promise<void>;

export async function aWorld(beginning: Beginning, judge: Judge): Promise<World> {
  const { people, storages, elsewhere, link } = beginning;
  const truth = await aHistory(await beginning.server.fork());
  const { server } = truth;
  const faults: string[] = [];
  const aClient = async (name: Name): Promise<Client> => {
    const liar = aLiar({
      elsewhere: async (request) => (await elsewhere.server.http(elsewhere.owner)(request)).data,
      forge: (request, told, choice) => forgedBy(client.history.server, request, told, choice),
    });
    const client: Client = {
      name, person: people[name], storage: await copyOf(storages.get(name) ?? new IDBFactory()), watched: aWatchedWorker(), wishes: new Set(), seen: new Map(), proven: new Map(),
      liar, pinned: 0, browser: null, link: null, lied: false, switches: ALL, history: truth,
    };
    return client;
  };
  const clients = await Promise.all((["clara", "jonas", "tom"] as const).map(aClient));
  const world: World = {
    sent: (client, body) => judge(world, client, body), account: server.account, truth, clients, link, elsewhere: elsewhere.item, branch: null, faults, addHashes: new Map(), keys: [], intruded: false,
    devices: new Map((["clara", "jonas"] as const).map((name) => [deviceOf(server, people[name].id), people[name].id])),
    fault: ({ name }, what) => { faults.push(`${name}: ${what}`); },
    joined: ({ person }, device, addHash) => {
      world.devices.set(device, person.id);
      world.addHashes.set(device, addHash);
      // The invitation was a click: whoever proves to have it may be let in to its role, by anybody who may.
      for (const { wishes } of clients) {
        wishes.add(`let in ${person.id} ${addHash} pairing`);
        wishes.add(`give ${person.id} ${server.roles.member}`);
      }
    },
  };
  for (const client of clients) if (storages.has(client.name)) await start(world, client);
  await check(world);
  return world;
}

/** What the product calls a server: this browser's way to the history that it is shown, with the lies in between. */
function serverOf(world: World, client: Client): KeyServer {
  const http = () => async <Data>(request: Request): Promise<{ data: Data }> => {
    if (request.body !== undefined) await world.sent(client, request.body);
    const ask = async () => (await client.history.server.http(client.person.id)(request)).data;
    return { data: structuredClone(await client.liar.answer(request, ask)) as Data };
  };
  return { ...world.truth.server, http };
}

/** Opens the product in this person's browser, as after a reload. */
export async function start(world: World, client: Client): Promise<TestBrowser> {
  client.browser?.keyring.end();
  client.browser = null;
  client.browser = await aBrowser(serverOf(world, client), client.person, {
    storage: client.storage, startWorker: client.watched.start, disclosure: () => client.switches, forgetLink: () => { client.link = null; }, ...(client.link === null ? {} : { link: client.link }),
  });
  return client.browser;
}

export function endAll({ clients }: World): void {
  for (const { browser } of clients) browser?.keyring.end();
}

export const isReady = ({ browser }: Client): boolean => browser?.keyring.state().name === "ready" && browser.keyring.standing().is === "verified";

/** While a person does something, the server tells this browser a lie. Answers what came of it, and whether it was told. */
export async function under<T>(client: Client, lie: Lie | null, work: () => Promise<T>): Promise<{ readonly came: { readonly value: T } | { readonly error: unknown }; readonly told: boolean; readonly all: boolean }> {
  globalThis.indexedDB = client.storage;
  client.liar.tell(lie?.about === "item" ? null : lie);
  const came = await work().then((value) => ({ value }), (error: unknown) => ({ error }));
  const [told, all] = [client.liar.told() > 0, client.liar.toldAll()];
  client.liar.tell(null);
  return { came, told, all };
}

/** What a browser takes for verified is a beginning of the history that it is shown, and its keys are those that were given to its person. */
async function checkClient(world: World, client: Client, vault: Vault): Promise<void> {
  const { server } = client.history;
  const shown = client.browser?.keyring.state().name ?? "";
  if (vault.refused && !["alarm", "closed", "starting"].includes(shown)) world.fault(client, `has refused an answer, and is shown as ${shown}`);
  const { entries, pin, anchors } = vault.book;
  if (anchors.length > 0 && ["verified", "late"].includes(stateNow(vault))) {
    const differs = entries.some(({ entry }, seq) => entry.hash !== server.hashes[seq]);
    if (differs) world.fault(client, "takes another log for verified");
    if (pin && toBase64Url(await rootOf(server.tree, pin.logSize)) !== pin.logRoot) world.fault(client, "has pinned another history");
    if (pin && pin.logSize < client.pinned) world.fault(client, "went back behind what it had pinned");
    client.pinned = Math.max(client.pinned, pin?.logSize ?? 0);
  }
  for (const [role, generations] of vault.roles) {
    for (const [generation, key] of generations) {
      const published = server.state().roles[role]?.keys[generation - 1];
      if (published?.rolePublic !== key.rolePublic) world.fault(client, "holds a role key that the log does not publish");
      if (everHeld(client.history, client.person.id, role) < generation) world.fault(client, `holds a key of ${role} that nobody gave`);
    }
  }
}

/** Keeps every role key that a browser of this account has at this moment. */
export function noteKeys({ clients, keys }: World): void {
  for (const key of clients.flatMap(({ watched }) => [...(watched.vault()?.roles.values() ?? [])].flatMap((generations) => [...generations.values()]))) {
    if (!keys.includes(key)) keys.push(key);
  }
}

/** What is true after every step, whatever was lied. */
export async function check(world: World): Promise<void> {
  noteKeys(world);
  for (const history of [world.truth, ...(world.branch ? [world.branch.history] : [])]) await noteHeld(history);
  for (const client of world.clients) {
    const vault = client.browser && client.watched.vault();
    if (vault) await checkClient(world, client, vault);
  }
  if (world.faults.length > 0) throw new Error(world.faults.join("\n"));
}
