/** What one page writes about one item goes in order, each on top of what the one before produced, and is no conflict with itself. */
import { beforeEach, expect, test } from "vitest";

import { inBatches } from "./bulk";
import type { BulkAnswer } from "./itemErrors";
import type { Members } from "./merge";
import { revise, type Found, type Writing } from "./revise";
import { inTurn, newest, ownSince, writeInTurn, wrote } from "./turns";

interface Item {
  id: string;
  version: number;
}

/** Another item for each test: what was written before is remembered for the life of a page. */
let id = "";
let count = 0;
beforeEach(() => {
  id = `item ${(count += 1)}`;
});
const at = (version: number): Item => ({ id, version });

/** A server that holds one item and every version of it; answers come when the test lets them. */
function aServer(says: Members) {
  const versions = [says];
  const sentOn: number[] = [];
  const waiting: (() => void)[] = [];
  function write(version: number, contents: Members): BulkAnswer<Item> {
    sentOn.push(version);
    if (version !== versions.length)
      return { data: { data: [], errors: [{ id, code: "aborted", message: "Moved on", details: { reason: "version_conflict", current: at(versions.length) } }] } };
    versions.push(contents);
    return { data: { data: [at(versions.length)], errors: [] } };
  }
  const answer = (version: number, contents: Members) =>
    new Promise<BulkAnswer<Item>>((resolve) => waiting.push(() => resolve(write(version, contents))));
  const versionAt = (version: number) => versions[version - 1] ?? {};
  const writing: Writing<Item, Members> = {
    membersOf: (contents) => contents,
    contentsFrom: (members) => members,
    read: (sent: Item) => Promise.resolve(sent),
    open: ({ version }) => Promise.resolve(versionAt(version)),
    send: ({ item }, contents) => answer(item.version, contents),
  };
  const base = (version: number): Found<Item, Members> => ({ item: at(version), contents: versionAt(version) });
  return {
    sentOn,
    revise: (version: number, change: Members) => revise(writing, base(version), { ...versionAt(version), ...change }),
    complete: (version: number) =>
      inBatches([at(version)], {
        prove: () => Promise.resolve(),
        read: (sent: Item) => Promise.resolve(sent),
        sign: (now: Item) => Promise.resolve(now),
        send: ([now]) => answer(now?.version ?? 0, { ...versions.at(-1), status: "done" }),
      }),
    /** Somebody else writes. */
    other: (change: Members) => versions.push({ ...versions.at(-1), ...change }),
    now: () => versions.at(-1),
    /** Lets everything that waits, and what comes of it, be answered. */
    async answerAll() {
      for (let turn = 0; turn < 50; turn += 1) {
        waiting.shift()?.();
        await Promise.resolve();
      }
    },
    waiting,
  };
}

const TASK = { v: 1, title: "Read the meters", lines: [{ id: "a", done: false }, { id: "b", done: false }], status: "open" };

test("a line that is ticked and a task that is completed in the same instant are both there", async () => {
  const server = aServer(TASK);
  const ticked = server.revise(1, { lines: [{ id: "a", done: true }, { id: "b", done: false }] });
  const completed = server.complete(1);
  await server.answerAll();
  expect([(await ticked).name, (await completed).refused]).toEqual(["saved", []]);
  expect(server.sentOn, "each on the version that the one before produced").toEqual([1, 2]);
  expect(server.now()).toEqual({ ...TASK, lines: [{ id: "a", done: true }, { id: "b", done: false }], status: "done" });
});

test("completed first and written from what the list still shows, it meets nobody", async () => {
  const server = aServer(TASK);
  const completed = server.complete(1);
  const renamed = server.revise(1, { title: "Read both meters" });
  await server.answerAll();
  await completed;
  expect((await renamed).name).toBe("saved");
  expect(server.sentOn).toEqual([1, 2]);
  expect(server.now()).toEqual({ ...TASK, title: "Read both meters", status: "done" });
});

test("two ticks from one list are both kept, and of two names the later one", async () => {
  const server = aServer(TASK);
  void server.revise(1, { title: "Meters", lines: [{ id: "a", done: true }, { id: "b", done: false }] });
  const second = server.revise(1, { title: "All meters", lines: [{ id: "a", done: false }, { id: "b", done: true }] });
  await server.answerAll();
  expect((await second).name).toBe("saved");
  expect(server.sentOn).toEqual([1, 2]);
  expect(server.now()).toEqual({ ...TASK, title: "All meters", lines: [{ id: "a", done: true }, { id: "b", done: true }] });
});

test("what another person wrote in between is still met, before and after a write of one's own", async () => {
  const server = aServer(TASK);
  server.other({ title: "Theirs" });
  const first = server.revise(1, { title: "Mine" });
  await server.answerAll();
  expect((await first).name).toBe("met");

  const act = server.complete(1);
  await server.answerAll();
  await act;
  const second = server.revise(1, { title: "Mine" });
  await server.answerAll();
  expect((await second).name, "an act over it makes their words nobody's own").toBe("met");
  expect(server.now()).toMatchObject({ title: "Theirs" });
});

test("what failed holds nothing up, and one item waits for no other", async () => {
  const begun: string[] = [];
  const failed = inTurn([id], () => Promise.reject(new Error("No key")));
  const never = inTurn([`${id} other`], () => new Promise<void>(() => undefined));
  await inTurn([id], () => Promise.resolve(begun.push("after")));
  await expect(failed).rejects.toThrow("No key");
  expect(begun).toEqual(["after"]);
  void inTurn([id, `${id} other`], () => Promise.resolve(begun.push("both")));
  await Promise.resolve();
  expect(begun, "a batch waits for each of its items").toEqual(["after"]);
  void never;
});

test("a single write goes on top of the one before as well", async () => {
  const seen: number[] = [];
  const write = () =>
    writeInTurn(at(1), (now) => {
      seen.push(now.version);
      return Promise.resolve(at(now.version + 1));
    });
  await Promise.all([write(), write(), write()]);
  expect(seen).toEqual([1, 2, 3]);
});

test("own is what was accepted for exactly the version before; a write for any version begins anew", () => {
  wrote(3, at(4));
  wrote(4, at(6));
  expect([ownSince(at(3)), ownSince(at(5)), ownSince(at(6)), ownSince(at(2))]).toEqual([at(6), at(6), null, null]);
  wrote(null, at(7));
  expect([ownSince(at(6)), newest(at(3)), newest(at(9))]).toEqual([null, at(7), at(9)]);
  wrote(8, at(9));
  expect([ownSince(at(7)), ownSince(at(8))], "version 8 is somebody else's").toEqual([null, at(9)]);
});
