/** What stands in the clear beside the sealed words: no more than the person of this device has agreed to, whatever the server says. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";

import type { Disclosure, RecordKind, SealedItem } from "./contract.ts";
import { aKeyServer } from "./testing/keyServer.ts";
import { anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

const ALL: Disclosure = { taskDates: true, documentExpiry: true, assignees: true };
const PERSON = "11111111-1111-4111-8111-111111111111";

/** An account about whose switches the server says whatever a test wishes. */
async function anAccount(first: Disclosure | null = ALL) {
  const account = { told: first };
  const storage = new IDBFactory();
  const opened = await anOpenAccount({ storage, disclosure: () => account.told });
  return { ...opened, storage, account };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

async function sealed({ clara }: Pick<Account, "clara">, kind: RecordKind, attrs: Record<string, unknown>, previous?: SealedItem): Promise<SealedItem> {
  const { keyring } = clara;
  const id = previous?.id ?? crypto.randomUUID();
  const audience = await keyring.defaultAudience(kind);
  const made = await keyring.sealRecord({ kind, id, payload: kind === "comment" ? { v: 1, body: "Taxes" } : { v: 1, title: "Taxes" }, attrs, ...(previous ? { previous } : { audience }) });
  return { id, version: 1, sealed: made, later: [] };
}

const CLEAR: readonly [keyof Disclosure, RecordKind, Record<string, unknown>][] = [
  ["taskDates", "task", { startOn: "2027-01-01" }],
  ["taskDates", "task", { dueOn: "2027-01-01" }],
  ["taskDates", "task", { dueTime: "09:30" }],
  ["taskDates", "task", { recurrence: "FREQ=DAILY\nfixed\nEurope/Berlin\n" }],
  ["taskDates", "task", { reminders: "a b c" }],
  ["documentExpiry", "document", { expiresOn: "2027-01-01" }],
  ["documentExpiry", "document", { remindDays: [30] }],
  ["assignees", "task", { assigneeIds: [PERSON] }],
  ["assignees", "comment", { mentionIds: [PERSON] }],
];

describe("what the account keeps from the server", () => {
  it.each(CLEAR)("%s: a %s is not signed with %o", async (name, kind, attrs) => {
    const account = await anAccount({ ...ALL, [name]: false });
    await expect(sealed(account, kind, attrs)).rejects.toThrow("keeps this from the server");
    account.account.told = ALL;
    await account.clara.keyring.agreeToDisclose(ALL);
    await sealed(account, kind, attrs);
  });

  it("is not added to an item by a change of its attributes either", async () => {
    const { clara, server, account } = await anAccount();
    const item = await sealed({ clara }, "task", { state: "active" });
    await server.leaf(item.sealed);
    account.told = { ...ALL, taskDates: false };
    await expect(clara.keyring.signAttrs("task", item, { dueOn: "2027-01-01" })).rejects.toThrow("keeps this from the server");
    await clara.keyring.signAttrs("task", item, { dueOn: null });
  });

  it("stays as it was signed where nobody changes it, and is taken out when somebody does", async () => {
    const account = await anAccount();
    const item = await sealed(account, "task", { dueOn: "2027-01-01" });
    await account.server.leaf(item.sealed);
    account.account.told = { ...ALL, taskDates: false };
    expect((await sealed(account, "task", { state: "active" }, item)).sealed.attrs).toHaveProperty("dueOn", item.sealed.attrs["dueOn"]);
    await sealed(account, "task", { dueOn: "2027-01-01" }, item);
    await expect(sealed(account, "task", { dueOn: "2027-01-02" }, item)).rejects.toThrow("keeps this from the server");
    expect((await sealed(account, "task", { dueOn: null }, item)).sealed.attrs).not.toHaveProperty("dueOn");
  });
});

describe("the server says that more is disclosed", () => {
  it("after it said less: nothing more is, before the person of this device agrees, over reloads too", async () => {
    const opened = await anAccount();
    const { server, owner, clara, storage, account } = opened;
    const less = { ...ALL, documentExpiry: false };
    account.told = less;
    expect(await clara.keyring.discloses()).toEqual(less);
    account.told = ALL;
    expect(await clara.keyring.discloses()).toEqual(less);
    clara.keyring.end();
    const again = await browser(server, owner, { storage, disclosure: () => account.told });
    await again.until("ready");
    expect(await again.keyring.discloses()).toEqual(less);
    await expect(sealed({ clara: again }, "document", { expiresOn: "2027-01-01" })).rejects.toThrow("keeps this from the server");
    await again.keyring.agreeToDisclose(ALL);
    expect(await again.keyring.discloses()).toEqual(ALL);
    await sealed({ clara: again }, "document", { expiresOn: "2027-01-01" });
  });

  it("after this device joined: what it said then counts, although nothing was written since", async () => {
    const less = { ...ALL, assignees: false };
    const { clara, account } = await anAccount(less);
    account.told = ALL;
    expect(await clara.keyring.discloses()).toEqual(less);
  });

  it("in place of what its person was shown: they have agreed to no more than that", async () => {
    const { clara, account } = await anAccount({ taskDates: false, documentExpiry: false, assignees: false });
    account.told = ALL;
    await clara.keyring.agreeToDisclose({ taskDates: true, documentExpiry: false, assignees: false });
    expect(await clara.keyring.discloses()).toEqual({ taskDates: true, documentExpiry: false, assignees: false });
  });
});

it("discloses nothing while the server has not said what the account keeps, and forgets nothing of what was agreed to", async () => {
  const opened = await anAccount(null);
  expect(await opened.clara.keyring.discloses()).toEqual({ taskDates: false, documentExpiry: false, assignees: false });
  opened.account.told = ALL;
  expect(await opened.clara.keyring.discloses()).toEqual(ALL);
  opened.account.told = null;
  expect(await opened.clara.keyring.discloses()).toEqual(ALL);
});

it("is agreed to for one account and device, and no other", async () => {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const less = { ...ALL, taskDates: false };
  const [one, other] = [await browser(server, owner, { openedHere: true, disclosure: () => less }), await browser(server, owner, { disclosure: () => ALL })];
  await one.keyring.createDevice(PASSPHRASE);
  await one.until("ready");
  expect(await one.keyring.discloses()).toEqual(less);
  expect(other.keyring.state().name).not.toBe("ready");
  await expect(other.keyring.discloses()).rejects.toThrow();
});
