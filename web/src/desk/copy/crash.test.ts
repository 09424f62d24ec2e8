/** Whatever ends or fails at whatever step of a write, afterwards the old state lies there or the new one, whole. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aDisk, type Disk, type Fault } from "../testing/disk.ts";
import { aDevice, after, astray, boxesHere, emptyBrowser, isList, putBoxes, type Change, type Device, type Names } from "../testing/kept.ts";

let disk: Disk;
beforeEach(() => {
  emptyBrowser();
  disk = aDisk();
});
afterEach(() => {
  disk.end();
  vi.unstubAllGlobals();
});

interface Written {
  readonly before: readonly Change[][];
  readonly change: readonly Change[];
  /** The tab that writes has read nothing before. */
  readonly anew?: boolean;
}

const SEVEN: Names = { 1: "Anna", 2: "Ben", 3: "Clara", 4: "David", 5: "Eva", 6: "Finn", 7: "Gerd" };

/** Everything that a flush does to boxes: a first one, one more, some emptied, all of them, and those that a tab has not read. */
const WRITTEN: Readonly<Record<string, Written>> = {
  "of the first rows": { before: [], change: [{ put: SEVEN }] },
  "of news": { before: [[{ put: SEVEN }]], change: [{ put: { 2: "Bea", 8: "Hans" } }] },
  "that empties a box of which a row has ended": { before: [[{ put: SEVEN }]], change: [{ end: [2] }] },
  "that empties boxes of which few live": { before: [[{ put: SEVEN }]], change: [{ put: { 1: "Ada", 2: "Bea", 4: "Dora", 5: "Ella" } }] },
  "that empties some and adds others": { before: [[{ put: SEVEN }], [{ put: { 8: "Hans", 9: "Ida" } }]], change: [{ end: [1, 8] }, { put: { 4: "Dora", 10: "Jan", 11: "Kim", 12: "Lea", 13: "Max" } }] },
  "after which nothing is left": { before: [[{ put: SEVEN }]], change: [{ end: [1, 2, 3, 4, 5, 6, 7] }] },
  "of a tab that has read nothing": { before: [[{ put: SEVEN }], [{ put: { 8: "Hans" } }]], change: [{ put: { 1: "Ada", 9: "Ida" } }], anew: true },
};

/** The tab that is about to write, on a new disk with what is there before. */
async function ready({ before, change, anew = false }: Written) {
  emptyBrowser();
  const device = await aDevice();
  let tab = device.aTab();
  let names: Names = {};
  for (const changes of before) {
    tab.change(...changes);
    names = after(names, changes);
    await tab.flush();
  }
  if (anew) {
    tab = device.aTab();
    tab.change({ put: names });
  }
  tab.change(...change);
  return { device, tab, old: names, now: after(names, change) };
}

async function stepsOf(written: Written): Promise<number> {
  const { tab } = await ready(written);
  disk.plan(0, { ends: "after" });
  await tab.flush();
  return disk.steps.length;
}

/** What the next tab finds, and whether anything of it had to be dropped. */
async function found(device: Device) {
  const tab = device.aTab();
  const names = await tab.recall();
  return { tab, names, notes: tab.notes };
}

/** Every step of a write, each with every way in which it may end. */
async function* everyStep(written: Written, faults: readonly Fault[]) {
  const steps = await stepsOf(written);
  for (let at = 1; at <= steps; at += 1) {
    for (const fault of faults) {
      disk.heal();
      const made = await ready(written);
      disk.plan(at, fault);
      const failed = await made.tab.flush().then(() => false, () => true);
      const did = [...disk.steps];
      disk.heal();
      yield { ...made, at, fault, steps, failed, did, what: `step ${at} of ${steps}, ${did.join(" ")}: ${JSON.stringify(fault)}` };
    }
  }
}

test.each(Object.keys(WRITTEN))("a crash at any step of a write %s leaves the old state or the new one, and the next tab goes on from it", async (name) => {
  const seen = { old: 0, now: 0 };
  const written = WRITTEN[name] as Written;
  for await (const { device, old, now, at, fault, steps, did, what } of everyStep(written, [{ ends: "before" }, { ends: "after" }])) {
    expect(did.length, what).toBeGreaterThanOrEqual(at);
    const isWritten = at === steps && "ends" in fault && fault.ends === "after";
    const { tab, names, notes } = await found(device);
    expect(names, what).toEqual(isWritten ? now : old);
    expect([notes, await astray(device)], what).toEqual([[], []]);
    seen[isWritten ? "now" : "old"] += 1;
    // As if nothing had been.
    const missing = Object.keys(old).map(Number).filter((number) => !(number in now));
    tab.change({ end: missing }, { put: now });
    await tab.flush();
    const next = await found(device);
    expect([next.names, next.notes, await astray(device)], what).toEqual([now, [], []]);
  }
  expect(seen.now, "the whole of it was one commit").toBe(1);
  expect(seen.old).toBeGreaterThan(2);
});

test.each(Object.keys(WRITTEN))("a disk that is full at any step of a write %s ends the copy, whole; that of somebody else stays, and everything goes on in memory", async (name) => {
  let count = 0;
  const written = WRITTEN[name] as Written;
  for await (const { device, tab, now, failed, what } of everyStep(written, [{ by: "throws", error: "QuotaExceededError" }, { by: "fails", error: "QuotaExceededError" }])) {
    expect([failed, tab.notes], what).toEqual([true, [{ none: "full" }]]);
    expect((await boxesHere()).size, what).toBe(0);
    expect(tab.collection.size, what).toBe(Object.keys(now).length);
    // Nothing is tried any more by this tab.
    tab.change({ put: { 99: "Zoe" } });
    await tab.flush();
    expect([disk.steps, (await boxesHere()).size], what).toEqual([[], 0]);
    expect((await found(device)).names, what).toEqual({});
    count += 1;
  }
  expect(count).toBeGreaterThan(5);
});

test.each(Object.keys(WRITTEN))("a disk that refuses any step of a write %s is said to, leaves what stood there, and is tried again", async (name) => {
  let count = 0;
  const written = WRITTEN[name] as Written;
  for await (const { device, tab, old, now, failed, what } of everyStep(written, [{ by: "throws", error: "UnknownError" }, { by: "fails", error: "UnknownError" }])) {
    expect([failed, tab.notes], what).toEqual([true, [{ none: "refused" }]]);
    expect([(await found(device)).names, await astray(device)], what).toEqual([old, []]);
    await tab.flush();
    const next = await found(device);
    expect([next.names, next.notes, await astray(device)], what).toEqual([now, [], []]);
    count += 1;
  }
  expect(count).toBeGreaterThan(5);
});

test("a full disk of one person is not made room on by the copy of another", async () => {
  const other = await aDevice();
  const theirs = other.aTab();
  theirs.change({ put: SEVEN });
  await theirs.flush();
  const device = await aDevice();
  const tab = device.aTab();
  tab.change({ put: SEVEN });
  disk.plan(2, { by: "fails", error: "QuotaExceededError" });
  await tab.flush().catch(() => undefined);
  disk.heal();
  expect((await found(other)).names).toEqual(SEVEN);
  expect((await found(device)).names).toEqual({});
});

test("a browser that gives no storage is said to, for reading and for writing, and nothing else comes of it", async () => {
  const device = await aDevice();
  vi.stubGlobal("indexedDB", { open: () => { throw new DOMException("Not here.", "SecurityError"); } });
  const tab = device.aTab();
  await expect(tab.recall()).rejects.toThrow("Not here.");
  tab.change({ put: SEVEN });
  await expect(tab.flush()).rejects.toThrow("Not here.");
  expect(tab.notes).toEqual([{ none: "refused" }, { none: "refused" }]);
});

test("a crash while a copy without its list is dropped leaves nothing that is used, and it is dropped the next time", async () => {
  const written: Written = { before: [[{ put: SEVEN }]], change: [] };
  for (const ends of ["before", "after"] as const) {
    for (const at of [1, 2]) {
      const { device } = await ready(written);
      const all = await boxesHere();
      const list = [...all.keys()].find(isList) ?? "";
      const kept = all.get(list);
      if (!kept) throw new Error("It has no list.");
      await putBoxes(new Map([...all, [list, { ...kept, counter: kept.counter + 1 }]]));
      disk.plan(at, { ends });
      await device.aTab().recall().catch(() => undefined);
      expect(disk.steps).toHaveLength(at);
      disk.heal();
      const { names, notes } = await found(device);
      expect([names, (await boxesHere()).size]).toEqual([{}, 0]);
      expect(notes).toEqual(ends === "after" && at === 2 ? [] : [{ dropped: "copy list.1" }]);
    }
  }
});
