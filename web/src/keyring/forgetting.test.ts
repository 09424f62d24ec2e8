import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it } from "vitest";

import { changeRecord, type Context } from "./context.ts";
import { copiesOf, dropCopies } from "./copies.ts";
import { forgetPerson } from "./forgetting.ts";
import { keepHalves } from "./halves.ts";
import { startMemory } from "./memory.ts";
import { settled } from "./storage.ts";
import { dropTitles, openKeyStore, type DeviceRecord, type Owner } from "./store.ts";

const ANN = "0000000a-0000-4000-8000-000000000000";
const BEN = "0000000b-0000-4000-8000-000000000000";
const HOUSE = "11111111-0000-4000-8000-000000000000";
const BOAT = "f2222222-0000-4000-8000-000000000000";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

async function keep(owner: Owner): Promise<void> {
  const store = await openKeyStore(owner);
  await store.writeDevice({ ...owner, deviceId: "d" } as DeviceRecord);
  await store.addToLog({ entries: 0, leaves: 0 }, { entries: [{ statementB64u: "s", signatureB64u: "g" }], leaves: [] });
  const segment = { number: 7, box: { ivB64u: "i", saltB64u: "s", dataB64u: "d" } };
  await store.writeKept({ known: [segment], alarms: [segment], titles: [segment], agreed: [segment], disclosed: [segment], names: [segment] });
  store.close();
  await keepHalves(indexedDB).write({ user: owner.userId, account: owner.accountId, createdAt: 1 }, new Uint8Array(32));
  await copiesOf({ user: owner.userId, account: owner.accountId, device: "d" }).write(null, { store: "copy list.1", kept: { counter: 1, box: segment.box } }, [], []);
  const drafts = indexedDB.open("coffer-drafts-v1", 1);
  drafts.onupgradeneeded = () => void drafts.result.createObjectStore("drafts");
  const database = await settled(drafts);
  const kept = database.transaction("drafts", "readwrite").objectStore("drafts");
  await settled(kept.put({ box: "sealed" }, [owner.userId, owner.accountId, "document 1"]));
  database.close();
}

/** Whose things lie in this browser, by their stores. */
async function left(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name ?? ""));
    for (const store of database.objectStoreNames) {
      const keys = await settled(database.transaction(store).objectStore(store).getAllKeys());
      found[store] = [...new Set(keys.map((key) => (key as string[])[0] ?? ""))];
    }
    database.close();
  }
  return found;
}

it("keeps nothing of somebody who is forgotten, in no account, and all of others", async () => {
  await keep({ userId: ANN, accountId: HOUSE });
  await keep({ userId: ANN, accountId: BOAT });
  await keep({ userId: BEN, accountId: HOUSE });
  expect(await left()).toEqual({
    devices: [ANN, BEN],
    entries: [ANN, BEN],
    leaves: [],
    known: [ANN, BEN],
    alarms: [ANN, BEN],
    titles: [ANN, BEN],
    agreed: [ANN, BEN],
    disclosed: [ANN, BEN],
    names: [ANN, BEN],
    halves: [ANN, BEN],
    drafts: [ANN, BEN],
    boxes: [ANN, BEN],
  });
  await forgetPerson(ANN);
  expect(await left()).toEqual({ devices: [BEN], entries: [BEN], leaves: [], known: [BEN], alarms: [BEN], titles: [BEN], agreed: [BEN], disclosed: [BEN], names: [BEN], halves: [BEN], drafts: [BEN], boxes: [BEN] });
});

it("keeps what a person has seen of objects when they sign out, and not how these were called", async () => {
  await keep({ userId: ANN, accountId: HOUSE });
  await keep({ userId: BEN, accountId: HOUSE });
  await dropTitles(ANN);
  expect(await left()).toMatchObject({ devices: [ANN, BEN], known: [ANN, BEN], alarms: [ANN, BEN], titles: [BEN] });
});

it("keeps no copy of what lists said when a person signs out", async () => {
  await keep({ userId: ANN, accountId: HOUSE });
  await keep({ userId: ANN, accountId: BOAT });
  await keep({ userId: BEN, accountId: HOUSE });
  await dropCopies(ANN);
  expect(await left()).toMatchObject({ devices: [ANN, BEN], known: [ANN, BEN], boxes: [BEN] });
});

it.each(["endDevice", "deleteDevice"] as const)("loses what only a device could open when that goes (%s), in this account and no other", async (how) => {
  await keep({ userId: ANN, accountId: HOUSE });
  await keep({ userId: ANN, accountId: BOAT });
  const store = await openKeyStore({ userId: ANN, accountId: HOUSE });
  await store[how](null);
  store.close();
  const boxes = await Promise.all([HOUSE, BOAT].map((account) => copiesOf({ user: ANN, account, device: "d" }).read("copy contact.1", "copy list.1")));
  expect(boxes.map(({ list }) => list === null)).toEqual([true, false]);
});

it("does not come back with a change that another tab makes after it", async () => {
  const owner = { userId: ANN, accountId: HOUSE };
  await keep(owner);
  const store = await openKeyStore(owner);
  const record = (await store.readDevice()) as DeviceRecord;
  await changeRecord({ store, record, memory: startMemory() } as Context, { cache: null });
  expect(await store.readDevice()).toEqual({ ...record, cache: null });
  await forgetPerson(ANN);
  await changeRecord({ store, record, memory: startMemory() } as Context, { cache: null });
  store.close();
  expect(Object.values(await left()).flat()).toEqual([]);
});

it("has nothing to do in a browser that keeps nothing", async () => {
  await forgetPerson(ANN);
  expect(Object.values(await left()).flat()).toEqual([]);
});

it("keeps what another tab changed of the record, when this one changes something else", async () => {
  const owner = { userId: ANN, accountId: HOUSE };
  await keep(owner);
  const store = await openKeyStore(owner);
  const record = (await store.readDevice()) as DeviceRecord;
  const tab = (): Context => ({ store, record, memory: startMemory() }) as Context;
  const [here, there] = [tab(), tab()];
  // The cache by which this browser stays unlocked is sealed anew every hour, by one of the tabs.
  const cache = { createdAt: 7 } as unknown as NonNullable<DeviceRecord["cache"]>;
  await changeRecord(here, { cache });
  await changeRecord(there, { acknowledged: [7] });
  expect(await store.readDevice()).toEqual({ ...record, cache, acknowledged: [7] });

  const next = { ...record, deviceId: "another" };
  await store.writeDevice(next);
  await changeRecord(here, { cache });
  expect(await store.readDevice(), "a device that was set up meanwhile").toEqual(next);
  store.close();
});
