/** The unlock cache: the half that lies on this disk is drawn, written and read by the crypto worker, and by nobody else. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import { fromBase64Url, toBase64Url } from "../crypto/base64url.ts";
import { CACHE_LIFE_MS } from "../crypto/fixed.ts";
import { CACHE_RENEWAL_MS } from "./cacheLife.ts";
import { keepHalves } from "./halves.ts";
import type { WorkerHandle } from "./options.ts";
import { settled } from "./storage.ts";
import { aWorker } from "./testing/browser.ts";
import { anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(() => {
  closeBrowsers();
  vi.useRealTimers();
});

async function rowsIn(storage: IDBFactory, name: string, store: string): Promise<unknown[]> {
  const database = await settled(storage.open(name));
  if (!database.objectStoreNames.contains(store)) return [];
  const rows = await settled(database.transaction(store).objectStore(store).getAll() as IDBRequest<unknown[]>);
  database.close();
  return rows;
}

const halvesIn = async (storage: IDBFactory) => (await rowsIn(storage, "coffer-unlock-v1", "halves")) as Uint8Array<ArrayBuffer>[];
const cacheIn = async (storage: IDBFactory) => ((await rowsIn(storage, "coffer-keyring-v1", "devices")) as { cache: { createdAt: number } | null }[])[0]?.cache;

/** All that the page tells a worker and hears from it. */
function aHeardWorker() {
  const said: string[] = [];
  const startWorker = (): WorkerHandle => {
    const { operations, end } = aWorker();
    const heard = new Proxy(operations, {
      get: (target, name: keyof typeof operations) => async (argument: unknown) => {
        const answer = await (target[name] as (argument: unknown) => Promise<unknown>)(argument);
        said.push(JSON.stringify([name, argument, answer]));
        return answer;
      },
    });
    return { operations: heard, end };
  };
  return { said, startWorker };
}

it("no page ever holds both halves", async () => {
  const storage = new IDBFactory();
  const first = aHeardWorker();
  const { server, owner, clara } = await anOpenAccount({ storage, startWorker: first.startWorker });
  await expect.poll(() => server.hasShare(owner.id)).toBe(true);
  clara.keyring.end();
  const second = aHeardWorker();
  const again = await browser(server, owner, { storage, startWorker: second.startWorker });
  await again.until("ready");
  const [half, ...others] = await halvesIn(storage);
  expect(half).toHaveLength(32);
  expect(others).toEqual([]);
  const said = [...first.said, ...second.said];
  expect(said.filter((message) => /^\["(sealCache|openCache)"/.test(message))).toHaveLength(2);
  expect(said.filter((message) => message.includes(toBase64Url(half ?? new Uint8Array())))).toEqual([]);
  expect(Object.keys((await cacheIn(storage)) ?? {}).sort()).toEqual(["box", "bundles", "createdAt"]);
});

it("a renewal puts another half in place of the one before, once the server has its share", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  await expect.poll(() => server.hasShare(owner.id)).toBe(true);
  clara.keyring.end();
  const before = await halvesIn(storage);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + CACHE_RENEWAL_MS + 1 });
  const away = await browser(server, owner, { storage, lost: ({ method, path }) => method === "PUT" && path.endsWith("unlock-share") });
  await away.until("ready");
  away.keyring.end();
  expect((await halvesIn(storage)).map(toBase64Url), "what opened until now still does").toContain(toBase64Url(before[0] ?? new Uint8Array()));
  const again = await browser(server, owner, { storage });
  await again.until("ready");
  again.keyring.end();
  const after = await halvesIn(storage);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect((await (await browser(server, owner, { storage })).until("ready")).name).toBe("ready");
});

it("a lock throws the half away, and another one does not open the box", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  await expect.poll(() => server.hasShare(owner.id)).toBe(true);
  clara.keyring.end();
  const { createdAt = 0 } = (await cacheIn(storage)) ?? {};
  await keepHalves(storage).write({ user: owner.id, account: server.account, createdAt }, fromBase64Url("A".repeat(43)));
  const other = await browser(server, owner, { storage });
  expect((await other.until("locked")).name).toBe("locked");
  expect(await cacheIn(storage)).toBeNull();
  expect(await halvesIn(storage)).toEqual([]);
  await other.keyring.unlock(PASSPHRASE.passphrase);
  await expect.poll(async () => (await halvesIn(storage)).length).toBe(1);
  await other.keyring.lock();
  expect(await halvesIn(storage)).toEqual([]);
});

it.each(["2099-01-01T00:00:00.000Z", "soon", undefined])("a device locks after a day by its own count, and not %s, as the server says of its half", async (expiresAt) => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  await expect.poll(() => server.hasShare(owner.id)).toBe(true);
  clara.keyring.end();
  const lie = ({ path }: { path: string }, answer: unknown) => (path.endsWith("unlock-share") ? { ...(answer as object), expiresAt } : answer);
  const again = await browser(server, owner, { storage, lie });
  const { createdAt = 0 } = (await cacheIn(storage)) ?? {};
  expect(await again.until("ready")).toMatchObject({ locksAt: createdAt + CACHE_LIFE_MS });
  await again.keyring.lock();
  await again.keyring.unlock(PASSPHRASE.passphrase);
  const { createdAt: renewedAt = 0 } = (await cacheIn(storage)) ?? {};
  expect(await again.until("ready")).toMatchObject({ locksAt: renewedAt + CACHE_LIFE_MS });
});
