/**
 * Records opened for a list, beside the bare WebCrypto calls that the format asks for, and proven afterwards.
 *
 * The account, its keys and its records are made here by the product's own keyring over the server of its tests. Clara
 * writes each record twice; Jonas, who has never seen them, reads. Server and keyrings share the page's main thread.
 */
import { readLink } from "../src/keyring/worker/readLink.ts";
import type { SealedItem } from "../src/keyring/contract.ts";
import { createKeyring, type LivingKeyring } from "../src/keyring/keyring.ts";
import type { KeyringOptions } from "../src/keyring/options.ts";
import { aKeyServer } from "../src/keyring/testing/keyServer.ts";
import { connectCryptoWorker } from "../src/keyring/workers.ts";
import CryptoWorker from "../src/keyring/worker/cryptoWorker.ts?worker";
import CallsWorker from "./callsWorker.ts?worker";

const AT_ONCE = 256;
const PASSPHRASE = { by: "passphrase", passphrase: "a long enough sentence" } as const;

export interface OpenedRecords {
  readonly records: number;
  readonly wraps: number;
  /** Milliseconds of all turns: the bare calls, and records verified and opened to be shown. */
  readonly bareCalls: number;
  readonly show: number;
  readonly unlock: number;
  readonly proof: Proof;
}

/** All records proven in idle time, each once, while the page has nothing else to do. */
interface Proof {
  readonly milliseconds: number;
  /** Questions for chains. */
  readonly questions: number;
  /** Milliseconds until the last record in the queue could be edited, asked for while the others were being proven. */
  readonly edit: number;
  /** Milliseconds of every task of the main thread that took longer than 50. */
  readonly longTasks: readonly number[];
}

async function until(good: () => boolean): Promise<void> {
  while (!good()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) done.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return done;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const started = performance.now();
  const value = await work();
  return [performance.now() - started, value];
}

type Server = Awaited<ReturnType<typeof aKeyServer>>;
type Member = ReturnType<Server["join"]>;

function aBrowser(server: Server, { id, roleId, name, email }: Member, more: Pick<KeyringOptions, "http" | "link" | "openedHere">): LivingKeyring {
  return createKeyring({
    account: { id: server.account, roleId }, userId: id, holdsKeys: true, anchored: false, forgetLink: () => undefined, forgetOpening: () => undefined, onRefusedAnswer: () => () => undefined,
    appearsAs: { name, email }, disclosure: () => ({ taskDates: true, documentExpiry: true, assignees: true }), startWorker: (onLost) => connectCryptoWorker(new CryptoWorker(), onLost), ...more,
  });
}

/** An account with its owner, and a member who came by the secure link. */
async function anAccount() {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const writer = aBrowser(server, owner, { http: server.http(owner.id), link: null, openedHere: true });
  await until(() => writer.state().name !== "starting");
  await writer.createDevice(PASSPHRASE);
  await until(() => Object.keys(server.state().roles).length === 3);
  await writer.news();
  const { link } = await writer.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const member = server.join("jonas@example.test", server.roles.member);
  let questions = 0;
  const told = server.http(member.id);
  const http: KeyringOptions["http"] = (request) => {
    questions += Number(request.path.endsWith("keys/chain"));
    return told(request);
  };
  const reader = aBrowser(server, member, { http, link: readLink(link?.split("#")[1] ?? ""), openedHere: false });
  await until(() => reader.state().name !== "starting");
  await reader.createDevice(PASSPHRASE);
  await writer.news();
  await until(() => server.state().roles[server.roles.member]?.holders.includes(member.id) ?? false);
  await reader.news();
  await until(() => reader.state().name === "ready");
  return { server, writer, reader, questions: () => questions };
}

/** Documents that were written once and changed once. */
async function changedOnce({ server, writer }: Awaited<ReturnType<typeof anAccount>>, records: number): Promise<SealedItem[]> {
  const audience = await writer.defaultAudience("document");
  const payload = (i: number) => ({ v: 1, title: `Passport ${i}`, notes: "Renewed at the town hall, collected in person." });
  const numbers = Array.from({ length: records }, (_, i) => i);
  const first = await inBatches(numbers, async (i): Promise<SealedItem> => {
    const id = crypto.randomUUID();
    const sealed = await writer.sealRecord({ kind: "document", id, payload: payload(i), attrs: { state: "active" }, audience });
    await server.leaf(sealed);
    return { id, version: 1, sealed, later: [] };
  });
  await writer.news();
  const changed = await inBatches(numbers, async (i): Promise<SealedItem[]> => {
    const previous = first[i];
    if (!previous) return [];
    const sealed = await writer.sealRecord({ kind: "document", id: previous.id, payload: payload(i), attrs: {}, previous });
    await server.leaf(sealed);
    return [{ id: previous.id, version: 2, sealed, later: [] }];
  });
  return changed.flat();
}

async function proven(reader: LivingKeyring, items: readonly SealedItem[], questions: () => number): Promise<Proof> {
  const longTasks: number[] = [];
  const watch = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ type: "longtask" });
  const [first, last] = [items[0], items.at(-1)];
  let edit = 0;
  const [milliseconds] = await timed(async () => {
    const all = items.map((item) => reader.whenProven("document", item));
    await all[0];
    if (first !== last && last) [edit] = await timed(() => reader.prove("document", [last]));
    await Promise.all(all);
  });
  watch.disconnect();
  return { milliseconds, questions: questions(), edit, longTasks };
}

function bareCalls(records: number): Promise<number> {
  return new Promise((resolve) => {
    const worker = new CallsWorker();
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage(records);
  });
}

export async function openRecords(records: number, turns: number): Promise<OpenedRecords> {
  const account = await anAccount();
  const { writer, reader, questions } = account;
  const items = await changedOnce(account, records);
  await reader.news();
  const sum = { bareCalls: 0, show: 0 };
  for (let turn = 0; turn < turns; turn++) {
    sum.bareCalls += await bareCalls(records);
    const [show] = await timed(() => inBatches(items, (item) => reader.showRecord("document", item)));
    sum.show += show;
  }
  const proof = await proven(reader, items, questions);
  await reader.lock();
  const [unlock] = await timed(() => reader.unlock(PASSPHRASE.passphrase));
  reader.end();
  writer.end();
  return { records: records * turns, wraps: items[0]?.sealed.wraps.length ?? 0, ...sum, unlock, proof };
}
