/** What this device has seen of an item it never sees older, or other, again: not within a page, and not after it. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it } from "vitest";

import type { SealedItem } from "./contract.ts";
import { aWorker } from "./testing/browser.ts";
import { aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

type Account = Awaited<ReturnType<typeof anOpenAccount>>;

/** The next revision of an item; whether the log ever shows it is the server's matter. */
async function revised({ clara }: Account, item: SealedItem, title: string): Promise<SealedItem> {
  const sealed = await clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title }, attrs: {}, previous: item });
  return { ...item, version: item.version + 1, sealed, later: [] };
}

it("an older state is refused although the log knows nothing newer", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const newer = await revised(account, item, "New passport");
  expect(await clara.keyring.openRecord("document", newer)).toEqual({ v: 1, title: "New passport" });
  await expect(clara.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "rolled back" });
  await expect(clara.keyring.showRecord("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "rolled back" });
});

it("what is written goes on from what was shown, and from no answer that came under it since", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const newer = await revised(account, item, "New passport");
  const [shown] = await clara.keyring.verify("document", [newer]);
  const writes = {
    sealRecord: (previous: SealedItem) => clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "Mine" }, attrs: {}, previous }),
    signAttrs: (base: SealedItem) => clara.keyring.signAttrs("document", base, { state: "archived" }),
    signDelete: (base: SealedItem) => clara.keyring.signDelete("document", base),
  };
  for (const [name, write] of Object.entries(writes)) {
    for (const hash of [shown?.hash, null])
      await expect(write({ ...item, hash } as SealedItem), name).rejects.toMatchObject({ name: "BeingChecked" });
    expect(await write({ ...newer, hash: shown?.hash } as SealedItem), name).toHaveProperty("statementB64u");
  }
});

const ways = {
  "opened by itself": (keyring: Account["clara"]["keyring"], item: SealedItem) => keyring.openRecord("document", item),
  "shown in a list": async (keyring: Account["clara"]["keyring"], item: SealedItem) => {
    await keyring.showRecord("document", item);
    // Whatever else the worker is asked for comes after what was seen is taken from it.
    await keyring.audienceOf("document", item);
  },
};

it.each(Object.entries(ways))("%s, it is refused again after the page was closed and the device unlocked anew", async (_way, read) => {
  const storage = new IDBFactory();
  const account = await anOpenAccount({ storage });
  const { clara, server, owner } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const newer = await revised(account, item, "New passport");
  await read(clara.keyring, newer);
  await clara.keyring.lock();
  clara.keyring.end();
  const again = await browser(server, owner, { storage });
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  await expect(again.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "rolled back" });
  expect(await again.keyring.openRecord("document", newer)).toEqual({ v: 1, title: "New passport" });
});

/** A worker whose answer to what was found out waits, as behind much other work. */
function aSlowWorker() {
  const answers: (() => void)[] = [];
  const start = () => {
    const { operations, end } = aWorker();
    const takeFresh = async () => {
      const fresh = await operations.takeFresh();
      await new Promise<void>((resolve) => { if (held.on) answers.push(resolve); else resolve(); });
      return fresh;
    };
    return { end, operations: new Proxy(operations, { get: (all, name) => (name === "takeFresh" ? takeFresh : all[name as keyof typeof all]) }) };
  };
  const held = { on: false };
  const letGo = () => {
    held.on = false;
    for (const answer of answers.splice(0)) answer();
  };
  return { start, hold: () => { held.on = true; }, held: () => answers.length, letGo };
}

it("what is seen while what was seen before is being written down is written down as well", async () => {
  const [storage, slow] = [new IDBFactory(), aSlowWorker()];
  const account = await anOpenAccount({ storage });
  const { server, owner } = account;
  const items = [await aDocument(account.clara, server, [server.roles.owner]), await aDocument(account.clara, server, [server.roles.owner])] as const;
  await account.clara.hear();
  const newer = [await revised(account, items[0], "First"), await revised(account, items[1], "Second")] as const;
  account.clara.keyring.end();

  const clara = await browser(server, owner, { storage, startWorker: slow.start });
  await clara.keyring.unlock(PASSPHRASE.passphrase);
  await clara.until("ready");
  await clara.hear();
  slow.hold();
  await clara.keyring.showRecord("document", newer[0]);
  await expect.poll(slow.held).toBeGreaterThan(0);
  await clara.keyring.showRecord("document", newer[1]);
  slow.letGo();

  const again = async () => {
    const anew = await browser(server, owner, { storage });
    await anew.keyring.unlock(PASSPHRASE.passphrase);
    await anew.until("ready");
    return anew.keyring.openRecord("document", items[1]).then(() => "opened", (error: { kind: string }) => error.kind);
  };
  await expect.poll(again).toBe("rolled back");
});

it("another statement under the same number is refused, whoever signed it", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const logged = await revised(account, item, "For everybody");
  const other = await revised(account, item, "For you alone");
  await server.leaf(logged.sealed);
  await clara.hear();
  expect(await clara.keyring.openRecord("document", logged)).toEqual({ v: 1, title: "For everybody" });
  await expect(clara.keyring.openRecord("document", other)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
  await expect(clara.keyring.showRecord("document", other)).rejects.toMatchObject({ kind: "foreign" });
});

it("another statement under the number of an own one is refused before either is in the log", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const mine = await revised(account, item, "As I sent it");
  const other = await revised(account, item, "As I gave it up");
  expect(await clara.keyring.openRecord("document", mine)).toEqual({ v: 1, title: "As I sent it" });
  await expect(clara.keyring.openRecord("document", other)).rejects.toMatchObject({ name: "ContentAlarm", kind: "foreign" });
});
