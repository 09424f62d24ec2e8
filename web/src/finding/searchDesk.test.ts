/** The index follows the items, and holds none that this device cannot open or has not verified. */
import { expect, test } from "vitest";

import type { Keyring } from "../keyring/contract";
import { aVerified } from "../items/testing";
import type { Findable } from "./kinds";
import { openSearchDesk, type SearchPort } from "./searchDesk";
import { createIndex } from "./searchIndex";
import type { Reply } from "./searchWorker";

const item = (id: string, version = 1) => ({ kind: "document", item: { id, version } }) as Findable;

/** The worker without a thread of its own. */
function nearWorker(): SearchPort & { puts: number } {
  const index = createIndex();
  const port: SearchPort & { puts: number } = {
    puts: 0,
    onmessage: null,
    terminate: () => undefined,
    postMessage(order) {
      if ("put" in order) {
        port.puts += order.put.length;
        index.put(order.put);
      } else if ("drop" in order) index.drop(order.drop);
      else port.onmessage?.({ data: { asked: order.asked, matches: index.find(order.find, order.most) } } as MessageEvent<Reply>);
    },
  };
  return port;
}

function deskOver(titles: Record<string, string>, refused: readonly string[] = [], wronglyShown: Keyring["wronglyShown"] = () => []) {
  const showRecord = (_kind: string, { id, version }: { id: string; version: number }) => {
    const title = titles[`${id}@${version}`];
    if (refused.includes(`${id}@${version}`)) return Promise.reject(Object.assign(new Error("Altered"), { name: "ContentAlarm", kind: "altered" }));
    const found = aVerified("document", id, { expiresOn: "2027-08-01" });
    return Promise.resolve({ item: found, contents: title === undefined ? { closed: new Error("Sealed") } : { payload: { v: 1, title } } });
  };
  const port = nearWorker();
  const desk = openSearchDesk({ showRecord, wronglyShown } as unknown as Keyring, port);
  const keepUp = (...items: Findable[]) => desk.keepUp(items, new AbortController().signal, () => undefined);
  const find = async (typed: string) => (await desk.find(typed, 8)).map(({ id }) => id);
  return { port, known: desk.known, keepUp, find, found: (typed: string) => desk.find(typed, 8) };
}

test("what can be opened is found, and only what changed is opened again", async () => {
  const { port, keepUp, find } = deskOver({ "a@1": "Passport", "b@1": "Lease", "b@2": "Passport of Jonas" });
  await keepUp(item("a"), item("b"), item("sealed"));
  expect(await find("passport")).toEqual(["a"]);
  await keepUp(item("a"), item("b", 2), item("sealed"));
  expect((await find("passport")).sort()).toEqual(["a", "b"]);
  expect(await find("lease")).toEqual([]);
  expect(port.puts).toBe(3);
});

test("what left the list is forgotten, with what was known about it", async () => {
  const { keepUp, find, known } = deskOver({ "a@1": "Passport" });
  await keepUp(item("a"));
  expect(known()).toBe(1);
  await keepUp();
  expect([await find("passport"), known()]).toEqual([[], 0]);
});

test("what its whole chain has refused since is not found", async () => {
  const shown: ReturnType<Keyring["wronglyShown"]>[number][] = [];
  const { keepUp, find } = deskOver({ "a@1": "Passport" }, [], () => shown);
  await keepUp(item("a"));
  shown.push({ name: "", kind: "document", id: "a", word: "foreign", firstAt: 0, lastAt: 0, count: 1, read: false, open: true });
  expect(await find("passport")).toEqual([]);
  shown.splice(0, 1, { ...shown[0], open: false } as (typeof shown)[number]);
  expect(await find("passport"), "served again as it was").toEqual(["a"]);
});

test("what is not what was signed is not found, and no more found when it was before", async () => {
  const { keepUp, find, known } = deskOver({ "a@1": "Passport", "a@2": "Passport", "b@1": "Passport of Jonas" }, ["a@2", "b@1"]);
  await keepUp(item("a"), item("b"));
  expect([await find("passport"), known()]).toEqual([["a"], 1]);
  await keepUp(item("a", 2), item("b"));
  expect([await find("passport"), known()]).toEqual([[], 0]);
});

test("what is said of a match is what was verified, and not what the answer says", async () => {
  const { keepUp, found } = deskOver({ "a@1": "Passport" });
  const one = item("a");
  await keepUp({ ...one, item: { ...one.item, expiresOn: "1999-01-01", audience: ["told"] } } as Findable);
  expect((await found("passport")).map(({ facts }) => facts)).toEqual([{ expiresOn: "2027-08-01", audience: [] }]);
});
