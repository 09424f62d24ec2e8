/** What somebody writes over an item that others change meanwhile: kept, or put before them, and never over what they wrote. */
import { beforeEach, expect, test } from "vitest";

import type { BulkAnswer } from "./itemErrors";
import type { Members } from "./merge";
import { revise, type Found, type Writing } from "./revise";

interface Item {
  id: string;
  version: number;
}

type Contents = Members;

let id = "";
let count = 0;
// A page remembers what it wrote itself: each test has an item of its own.
beforeEach(() => {
  id = `item ${(count += 1)}`;
});

/** A server that holds one item, which others write between two tries. */
function aServer(says: Contents, others: readonly Contents[]) {
  let stored: Found<Item, Contents> = { item: { id, version: 1 }, contents: says };
  const rest = [...others];
  let tries = 0;
  const writing: Writing<Item, Contents> = {
    membersOf: (contents) => contents,
    contentsFrom: (members) => members,
    read: () => Promise.resolve(stored.item),
    open: () => Promise.resolve(stored.contents),
    send({ item }, contents): Promise<BulkAnswer<Item>> {
      tries += 1;
      const theirs = rest.shift();
      if (theirs) stored = { item: { id, version: stored.item.version + 1 }, contents: theirs };
      if (item.version !== stored.item.version)
        return Promise.resolve({ data: { data: [], errors: [{ id, code: "aborted", message: "Moved on", details: { reason: "version_conflict", current: {} } }] } });
      stored = { item: { id, version: item.version + 1 }, contents };
      return Promise.resolve({ data: { data: [stored.item], errors: [] } });
    },
  };
  return { writing, stored: () => stored.contents, tries: () => tries };
}

const base = (contents: Contents) => ({ item: { id, version: 1 }, contents });
const BEFORE = { v: 1, title: "Lease", notes: "old" };

test("written at once, it is saved", async () => {
  const server = aServer(BEFORE, []);
  expect((await revise(server.writing, base(BEFORE), { ...BEFORE, title: "Rent" })).name).toBe("saved");
  expect(server.stored()).toEqual({ ...BEFORE, title: "Rent" });
});

test("when others changed no word it goes over it by itself", async () => {
  const server = aServer(BEFORE, [BEFORE, BEFORE]);
  expect((await revise(server.writing, base(BEFORE), { ...BEFORE, title: "Rent" })).name).toBe("saved");
  expect([server.stored()["title"], server.tries()]).toEqual(["Rent", 3]);
});

test("what others wrote meanwhile is never written over: it is put before whoever writes", async () => {
  const theirs = { ...BEFORE, notes: "theirs" };
  const server = aServer(BEFORE, [theirs]);
  const met = await revise(server.writing, base(BEFORE), { ...BEFORE, title: "Rent" });
  expect(met).toEqual({ name: "met", found: { item: { id, version: 2 }, contents: theirs } });
  expect([server.stored(), server.tries()]).toEqual([theirs, 1]);
});

test("a quarrel of machines ends", async () => {
  const server = aServer(BEFORE, Array.from({ length: 50 }, () => BEFORE));
  await expect(revise(server.writing, base(BEFORE), { ...BEFORE, title: "Rent" })).rejects.toThrow("Someone else changed this in the meantime.");
  expect(server.tries()).toBe(4);
});
