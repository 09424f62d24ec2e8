/** How often a browser asks the server: once for all who want to know, and not again while nothing has changed. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it } from "vitest";

import { aColleague, anOpenAccount, browser, closeBrowsers } from "./testing/people.ts";
import type { KeyServer, Request } from "./testing/keyServer.ts";

afterEach(closeBrowsers);

/** The calls of a browser since the last time one looked. */
function counted() {
  const asked: string[] = [];
  const lie = ({ path, method = "GET" }: Request, answer: unknown) => {
    asked.push(`${method} ${path}`);
    return answer;
  };
  return { lie, take: () => asked.splice(0).sort() };
}

/** A browser that was here before, so that it has kept what it may keep. */
async function comesBack(server: KeyServer, owner: { id: string; roleId: string; name: string; email: string }, storage: IDBFactory) {
  const calls = counted();
  const back = await browser(server, owner, { storage, lie: calls.lie });
  await back.until("ready");
  // What an open device does by itself has been done when nothing is asked any more.
  for (let quiet = 0; quiet < 3; quiet++) await new Promise((resolve) => setTimeout(resolve, 50));
  return { keyring: back.keyring, calls };
}

it("a page load asks for each thing once, and for no bundle that was kept", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  clara.keyring.end();
  const first = await comesBack(server, owner, storage);
  expect(first.calls.take().filter((call) => call.includes("bundle"))).toHaveLength(3);
  first.keyring.end();

  const { keyring, calls } = await comesBack(server, owner, storage);
  // The screens of the first page, all at once.
  await Promise.all([keyring.overview(), keyring.overview(), keyring.overview(), keyring.defaultAudience("document")]);
  expect(calls.take()).toEqual([
    "GET /api/auth/device/pending", "GET /api/auth/device/unlock-share", "GET /api/auth/keys/head", "GET /api/auth/keys/log",
    "GET /api/roles", "GET /devices/public-keys", "GET /roles/missing-wraps", "GET /users",
  ]);
  expect((await keyring.overview()).roles.every(({ held }) => held)).toBe(true);
});

it("the next page asks for nothing", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  clara.keyring.end();
  const { keyring, calls } = await comesBack(server, owner, storage);
  await keyring.overview();
  calls.take();
  await Promise.all([keyring.overview(), keyring.defaultAudience("document")]);
  expect(calls.take()).toEqual([]);
});

it("what the server tells of is looked at at once, and together", async () => {
  const { server, clara } = await anOpenAccount();
  const before = await clara.keyring.overview();
  const { member } = await aColleague(server, clara);
  // The newcomer's frames are still to come.
  expect((await clara.keyring.overview()).devices).toHaveLength(before.devices.length);
  for (const resource of ["key", "member", "key"] as const) clara.keyring.heard(resource, "x");
  expect((await clara.keyring.overview()).devices.some(({ userId }) => userId === member.id)).toBe(true);
});

it("looking anew asks again, and once for all who want it", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  clara.keyring.end();
  const { keyring, calls } = await comesBack(server, owner, storage);
  await keyring.overview();
  calls.take();
  await keyring.overview({ anew: true });
  expect(calls.take()).toEqual([
    "GET /api/auth/device/pending", "GET /api/auth/keys/head", "GET /api/auth/keys/log",
    "GET /api/roles", "GET /devices/public-keys", "GET /users",
  ]);
});

it("a lock forgets the kept bundles with the cache", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  clara.keyring.end();
  const { keyring, calls } = await comesBack(server, owner, storage);
  await keyring.lock();
  calls.take();
  await keyring.unlock("a long enough sentence");
  expect(calls.take().filter((call) => call.includes("bundle"))).toHaveLength(3);
});
