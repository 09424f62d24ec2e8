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

function deskOver(titles: Record<string, string>, refused: readonly string[] = []) {
  const showRecord = (_kind: string, { id, version }: { id: string; version: number }) => {
    const title = titles[`${id}@${version}`];
    if (refused.includes(`${id}@${version}`)) return Promise.reject(Object.assign(new Error("Altered"), { name: "ContentAlarm", kind: "altered" }));
    const found = aVerified("document", id, { expiresOn: "2027-08-01" });
    return Promise.resolve({ item: found, contents: title === undefined ? { closed: new Error("Sealed") } : { payload: { v: 1, title } } });
  };
  const port = nearWorker();
  const desk = openSearchDesk({ showRecord } as unknown as Keyring, port);
  const keepUp = (...items: Findable[]) => desk.keepUp(items, new AbortController().signal, () => undefined);
  const find = async (typed: string) => (await desk.find(typed, 8)).map(({ id }) => id);
  return { port, keepUp, find, found: (typed: string) => desk.find(typed, 8) };
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

test("what left the list is forgotten", async () => {
  const { keepUp, find } = deskOver({ "a@1": "Passport" });
  await keepUp(item("a"));
  await keepUp();
  expect(await find("passport")).toEqual([]);
});

test("what is not what was signed is not found, and no more found when it was before", async () => {
  const { keepUp, find } = deskOver({ "a@1": "Passport", "a@2": "Passport", "b@1": "Passport of Jonas" }, ["a@2", "b@1"]);
  await keepUp(item("a"), item("b"));
  expect(await find("passport")).toEqual(["a"]);
  await keepUp(item("a", 2), item("b"));
  expect(await find("passport")).toEqual([]);
});

test("what is said of a match is what was verified, and not what the answer says", async () => {
  const { keepUp, found } = deskOver({ "a@1": "Passport" });
  const one = item("a");
  await keepUp({ ...one, item: { ...one.item, expiresOn: "1999-01-01", audience: ["told"] } } as Findable);
  expect((await found("passport")).map(({ facts }) => facts)).toEqual([{ expiresOn: "2027-08-01", audience: [] }]);
});
