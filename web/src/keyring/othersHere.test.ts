/** Whether this browser is set up for another person of an account. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import { othersHere } from "./store.ts";
import { aColleague, anOpenAccount, browser, closeBrowsers } from "./testing/people.ts";

afterEach(() => {
  closeBrowsers();
  vi.unstubAllGlobals();
});

it("is told of the same account alone, and of nobody by themselves", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  const { member } = await aColleague(server, clara);
  const at = (userId: string, accountId = server.account) => {
    globalThis.indexedDB = storage;
    return othersHere({ userId, accountId });
  };
  expect(await at(member.id)).toBe(true);
  expect(await at(owner.id)).toBe(false);
  expect(await at(member.id, crypto.randomUUID())).toBe(false);
  const second = await browser(server, member, { storage });
  expect(second.keyring.state().name).not.toBe("ready");
  expect(await at(member.id)).toBe(true);
  clara.keyring.end();
});

it("is not so where nothing was kept", async () => {
  globalThis.indexedDB = new IDBFactory();
  expect(await othersHere({ userId: "a", accountId: "b" })).toBe(false);
});

it("is not so where the browser keeps nothing at all", async () => {
  vi.stubGlobal("indexedDB", { open: () => { throw new Error("The operation is insecure."); } });
  expect(await othersHere({ userId: "a", accountId: "b" })).toBe(false);
});
