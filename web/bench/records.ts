/**
 * Records opened for a list, beside the bare WebCrypto calls that the format asks for.
 *
 * The account, its keys and its records are made here by the product's own keyring over the server of its tests.
 */
import type { SealedItem } from "../src/keyring/contract.ts";
import { createKeyring, type LivingKeyring } from "../src/keyring/keyring.ts";
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

async function anAccount(): Promise<{ keyring: LivingKeyring; seal: (i: number) => Promise<SealedItem> }> {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const keyring = createKeyring({
    http: server.http(owner.id), account: { id: server.account, roleId: owner.roleId }, userId: owner.id, holdsKeys: true, openedHere: true,
    link: null, forgetLink: () => undefined, forgetOpening: () => undefined, appearsAs: { name: "Bench", email: "bench@example.test" }, startWorker: (onLost) => connectCryptoWorker(new CryptoWorker(), onLost),
  });
  await until(() => keyring.state().name !== "starting");
  await keyring.createDevice(PASSPHRASE);
  await until(() => Object.keys(server.state().roles).length === 3);
  await keyring.news();
  const audience = await keyring.defaultAudience("document");
  const seal = async (i: number): Promise<SealedItem> => {
    const id = crypto.randomUUID();
    const payload = { v: 1, title: `Passport ${i}`, notes: "Renewed at the town hall, collected in person." };
    const sealed = await keyring.sealRecord({ kind: "document", id, payload, attrs: { state: "active" }, audience });
    await server.leaf(sealed);
    return { id, version: 1, sealed, later: [] };
  };
  return { keyring, seal };
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
  const { keyring, seal } = await anAccount();
  const items = await inBatches(Array.from({ length: records }, (_, i) => i), seal);
  await keyring.news();
  const sum = { bareCalls: 0, show: 0 };
  for (let turn = 0; turn < turns; turn++) {
    sum.bareCalls += await bareCalls(records);
    const [show] = await timed(() => inBatches(items, (item) => keyring.showRecord("document", item)));
    sum.show += show;
  }
  await keyring.lock();
  const [unlock] = await timed(() => keyring.unlock(PASSPHRASE.passphrase));
  keyring.end();
  return { records: records * turns, wraps: items[0]?.sealed.wraps.length ?? 0, ...sum, unlock };
}
