/** What is handed to the desk: everything as this device found it, and nothing ended by an answer alone. */
import { afterEach, expect, test, vi } from "vitest";

import type { Answered } from "../api/answered";
import type { Missing, SealedItem, ShownRecord } from "../keyring/contract";
import { aKeyring, aVerified } from "../lists/testing";
import { openDesk, type Desk } from "./desk";
import { startFeed } from "./feed";
import type { View } from "./messages";
import { openShown } from "./shown";
import { THING } from "./testing/rows";

afterEach(() => vi.useRealTimers());

const ALL: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };

const answer = (id: string, version = 1, word: object = { rank: "a" }, signatureB64u = `${id} ${String(version)}`): Answered =>
  ({ id, version, sealed: { signatureB64u }, later: [], word }) as unknown as Answered;

const coded = (name: string, code: string, more: object = {}) => Object.assign(new Error(name), { name, code, ...more });
const alarm = (kind: string) => coded("ContentAlarm", "data_loss", { kind });

interface Device {
  /** Why an item is refused as a whole, or its contents are. */
  refused?: Record<string, Error>;
  closed?: Record<string, Error>;
  deleted?: string[];
  unproven?: Set<string>;
  missing?: (kind: string, answered: readonly string[], question: object) => Promise<Missing[]>;
  lastTitle?: (kind: string, id: string) => Promise<string | null>;
  whenProven?: (kind: string, item: SealedItem) => Promise<void>;
  how?: Pick<Parameters<typeof startFeed>[0], "shelf" | "keepsDeleted" | "within" | "followsAnswers">;
}

function aFeed({ refused = {}, closed = {}, deleted = [], unproven = new Set(), missing, whenProven, lastTitle, how = {} }: Device = {}) {
  const asked: string[] = [];
  const told: Missing[] = [];
  const { keyring } = aKeyring({
    showRecord: (_kind, { id, version }): Promise<ShownRecord> => {
      asked.push(`${id}@${version}`);
      const refusal = refused[id];
      if (refusal) return Promise.reject(refusal);
      const item = aVerified("contact", id, { state: "active" }, { revision: version, deleted: deleted.includes(id), grade: unproven.has(id) ? "verified" : "proven" });
      const reason = closed[id];
      return Promise.resolve({ item, contents: reason ? { closed: reason } : { payload: { name: `${id} ${version}`, notes: "" } } });
    },
    lastTitle: lastTitle ?? ((_kind, id) => Promise.resolve(`${id} before`)),
    ...(missing && { missing }),
    ...(whenProven && { whenProven }),
  });
  const desk: Desk = openDesk({ kinds: [THING], language: "en", tell: (message) => shown.hear(structuredClone(message)) });
  const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
  const live = shown.view();
  live.show({ ...ALL, kind: how.shelf ?? ALL.kind }, 0, 100);
  const feed = startFeed({ kind: "contact", ...how, keyring, to: (message) => desk.keys(structuredClone(message)), told: (some) => told.push(...some) });
  const rows = () => Object.fromEntries([...(live.now()?.rows.values() ?? [])].map(({ id, state, grade, cells, word }) => [id, [state, grade, cells[0], word[0]]]));
  const lastOf = async (id: string) => {
    const one = shown.one();
    one.show("contact", id);
    return Promise.resolve(one.now()?.whole?.last);
  };
  const isUnfit = async (id: string) => (await shown.take("contact", { ids: [id] }))[0]?.unfit;
  const marks = async () => (await shown.take("contact", { ids: Object.keys(rows()) })).map(({ id, item }) => [id, item?.deleted]);
  return { feed, rows, marks, asked, told, live, lastOf, isUnfit, refused, closed, deleted, unproven };
}

test("what opens, and why the rest does not, each in its row", async () => {
  const { feed, rows, lastOf, isUnfit } = aFeed({
    refused: { moved: alarm("foreign"), old: alarm("rolled back"), damaged: coded("CryptoError", "data_loss"), later: coded("BeingChecked", "failed_precondition") },
    closed: { locked: coded("Sealed", "failed_precondition"), unfit: coded("Unfit", "", { kind: "name" }), newer: coded("CryptoError", "unimplemented"), swapped: alarm("altered") },
    unproven: new Set(["young"]),
  });
  await feed.take(["anna", "young", "locked", "unfit", "newer", "swapped", "moved", "old", "damaged", "later"].map((id) => answer(id)));
  feed.end();
  expect(rows()).toEqual({
    anna: ["open", "proven", "anna 1", "a"], young: ["open", "verified", "young 1", "a"],
    locked: ["sealed", "proven", null, "a"], unfit: ["broken", "proven", null, "a"], newer: ["newer", "proven", null, "a"],
    // Of what was refused nothing is known, and also not by whom it was written.
    swapped: ["altered", null, null, "a"], moved: ["foreign", null, null, "a"], old: ["rolledBack", null, null, "a"],
    damaged: ["broken", null, null, "a"], later: ["opening", null, null, "a"],
  });
  expect(await lastOf("moved")).toBe("moved before");
  // What does not have the form of its kind was opened all the same.
  expect(await isUnfit("unfit")).toBe(true);
  expect(await isUnfit("damaged")).toBeUndefined();
});

test("pages are opened as they come, once, and the answer that they make is opened no second time", async () => {
  const missing = vi.fn(() => Promise.resolve([]));
  const { feed, rows, asked } = aFeed({ missing });
  const [first, second] = [[answer("anna"), answer("ben")], [answer("clara")]];
  await feed.open(first);
  expect(Object.keys(rows())).toEqual(["anna", "ben"]);
  // Several pages of the app hear of the same.
  void feed.open(first);
  void feed.open(second);
  // The whole answer does not wait for its pages to be handed over, and ends none of them.
  await feed.take([...first, ...second], 1);
  expect(Object.keys(rows())).toEqual(["anna", "ben", "clara"]);
  expect(asked).toEqual(["anna@1", "ben@1", "clara@1"]);
  expect(missing).toHaveBeenCalledTimes(1);
});

test("a page that several hand over is read once, also where nothing could be found out about a row of it", async () => {
  const { feed, asked } = aFeed({ refused: { late: coded("BeingChecked", "failed_precondition") } });
  const page = [answer("late")];
  await feed.open(page);
  await feed.open(page);
  feed.end();
  expect(asked).toEqual(["late@1"]);
});

test("a list is not called whole by its pages, and nothing goes by one", async () => {
  const { feed, rows, live } = aFeed({ missing: () => Promise.reject(new Error("not to be asked")) });
  await feed.open([answer("anna")]);
  await feed.open([answer("ben")]);
  expect(live.now()?.stage).toBe("reading");
  expect(Object.keys(rows())).toEqual(["anna", "ben"]);
});

test("what changed between its page and the whole answer is opened as it is now", async () => {
  const { feed, rows } = aFeed();
  const page = [answer("anna")];
  await feed.open(page);
  await feed.take([answer("anna", 2)], 1);
  await feed.open(page);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 2", "a"] });
});

test("only what changed is opened again, and other words of the server are told", async () => {
  const { feed, rows, asked } = aFeed();
  await feed.take([answer("anna"), answer("ben")]);
  await feed.take([answer("anna"), answer("ben", 2)]);
  await feed.take([answer("anna", 1, { rank: "b" }), answer("ben", 2)]);
  expect(asked, "what was found of a version stands").toEqual(["anna@1", "ben@1", "ben@2"]);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 1", "b"], ben: ["open", "proven", "ben 2", "a"] });
});

test("other statements under the same version are judged, and not taken for what was shown", async () => {
  const { feed, rows, asked, refused } = aFeed();
  await feed.take([answer("anna", 2), answer("ben", 2)]);
  refused["anna"] = alarm("rolled back");
  const later = [{ signatureB64u: "a later one" }] as unknown as Answered["later"];
  await feed.take([answer("anna", 2, { rank: "a" }, "an older one"), { ...answer("ben", 2), later }]);
  expect(asked).toEqual(["anna@2", "ben@2", "anna@2", "ben@2"]);
  expect(rows()).toEqual({ anna: ["rolledBack", null, null, "a"], ben: ["open", "proven", "ben 2", "a"] });
});

test("what an answer leaves out stays until a whole one was judged, and goes when it has ended", async () => {
  let judged: Missing[] = [];
  const { feed, rows, told } = aFeed({ missing: () => Promise.resolve(judged) });
  await feed.take([answer("anna"), answer("ben"), answer("clara")], 1);
  await feed.take([answer("anna")]);
  expect(Object.keys(rows())).toEqual(["anna", "ben", "clara"]);
  judged = [{ id: "ben", is: "deleted", by: "jonas", at: "" }, { id: "clara", is: "withheld", title: "Clara before" }];
  await feed.take([answer("anna")], 2);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 1", "a"], clara: ["withheld", null, null, null] });
  expect(told.map(({ id }) => id)).toEqual(["ben", "clara"]);
  // Its end comes to light, or it is served again.
  judged = [{ id: "clara", is: "deleted", by: "jonas", at: "" }];
  await feed.take([answer("anna")], 3);
  expect(Object.keys(rows())).toEqual(["anna"]);
});

test("a withheld row that is served again is shown", async () => {
  let judged: Missing[] = [];
  const { feed, rows } = aFeed({ missing: () => Promise.resolve(judged) });
  await feed.take([answer("anna")], 1);
  judged = [{ id: "anna", is: "withheld", title: null }];
  await feed.take([], 2);
  expect(rows()).toEqual({ anna: ["withheld", null, null, null] });
  judged = [];
  await feed.take([answer("anna")], 3);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 1", "a"] });
});

test("where nobody can judge now, nothing goes", async () => {
  let fails = false;
  const { feed, rows } = aFeed({ missing: () => (fails ? Promise.reject(new Error("offline")) : Promise.resolve([])) });
  await feed.take([answer("anna"), answer("ben")], 1);
  fails = true;
  await feed.take([answer("anna")], 2);
  expect(Object.keys(rows())).toEqual(["anna", "ben"]);
  fails = false;
  await feed.take([answer("anna")], 3);
  expect(Object.keys(rows())).toEqual(["anna"]);
});

test("an item whose newest statement deletes it leaves, and an answer of before does not bring it back", async () => {
  const { feed, rows, deleted } = aFeed();
  await feed.take([answer("anna")]);
  deleted.push("anna");
  await feed.take([answer("anna", 2)]);
  expect(rows()).toEqual({});
  deleted.pop();
  await feed.take([answer("anna", 1)]);
  expect(rows()).toEqual({});
});

test("what becomes proven says so, and what is refused then loses its contents at once", async () => {
  vi.useFakeTimers();
  const settle = new Map<string, { resolve: () => void; reject: (reason: Error) => void }>();
  const unproven = new Set(["anna", "ben"]);
  const { feed, rows, lastOf } = aFeed({
    unproven, whenProven: (_kind, { id }) => new Promise((resolve, reject) => settle.set(id, { resolve, reject })),
  });
  await feed.take([answer("anna"), answer("ben")]);
  unproven.clear();
  settle.get("anna")?.resolve();
  settle.get("ben")?.reject(alarm("foreign"));
  await vi.advanceTimersByTimeAsync(0);
  expect(rows()["ben"]).toEqual(["foreign", null, null, "a"]);
  await vi.advanceTimersByTimeAsync(300);
  expect(rows()["anna"]).toEqual(["open", "proven", "anna 1", "a"]);
  expect(await lastOf("ben")).toBe("ben before");
  feed.end();
});

test("what is refused loses its contents before anybody has looked up how it was called", async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const { feed, rows } = aFeed({
    unproven: new Set(["anna"]), lastTitle: () => new Promise(() => undefined),
    whenProven: () => new Promise((_resolve, reject) => (refuse = reject)),
  });
  await feed.take([answer("anna")]);
  refuse(alarm("altered"));
  await Promise.resolve();
  await Promise.resolve();
  expect(rows()["anna"]).toEqual(["altered", null, null, "a"]);
  feed.end();
});

test("what could not be found out is asked again after a while, and not after the end", async () => {
  vi.useFakeTimers();
  const { feed, rows, refused, asked } = aFeed({ refused: { anna: coded("BeingChecked", "failed_precondition") } });
  await feed.take([answer("anna")]);
  expect(rows()).toEqual({ anna: ["opening", null, null, "a"] });
  delete refused["anna"];
  await vi.advanceTimersByTimeAsync(3000);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 1", "a"] });
  refused["anna"] = coded("BeingChecked", "failed_precondition");
  await feed.take([answer("anna", 2)]);
  // What is only being opened hides nothing that is known.
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 1", "a"] });
  feed.end();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(before);
});

test("the stage says when a list is whole, and when nothing is missing from it", async () => {
  const { feed, live } = aFeed();
  expect(live.now()?.stage).toBe("reading");
  await feed.take([answer("anna")]);
  expect(live.now()?.stage).toBe("whole");
  await feed.take([answer("anna")], 1);
  expect(live.now()?.stage).toBe("newest");
});

test("what two pages hand over at once is opened once", async () => {
  const { feed, asked, rows } = aFeed();
  const answers = [answer("anna"), answer("ben")];
  await Promise.all([feed.take(answers, 1), feed.take(answers, 1)]);
  expect(asked).toEqual(["anna@1", "ben@1"]);
  await feed.take([answer("anna", 2), answer("ben")], 2);
  feed.end();
  expect([asked.at(-1), Object.keys(rows())]).toEqual(["anna@2", ["anna", "ben"]]);
});

test("what others still name stays when it is deleted, with its name and a mark, and goes like everything else", async () => {
  let judged: Missing[] = [];
  const { feed, rows, marks, deleted } = aFeed({ how: { keepsDeleted: true }, missing: () => Promise.resolve(judged) });
  await feed.take([answer("anna"), answer("ben")], 1);
  deleted.push("anna");
  await feed.take([answer("anna", 2), answer("ben")], 2);
  expect(rows()).toEqual({ anna: ["open", "proven", "anna 2", "a"], ben: ["open", "proven", "ben 1", "a"] });
  expect(await marks()).toEqual([["anna", true], ["ben", false]]);
  judged = [{ id: "anna", is: "withheld", title: "anna 2" }];
  await feed.take([answer("ben")], 3);
  expect(rows()["anna"], "left out, and ended by nobody").toEqual(["withheld", null, null, null]);
  judged = [{ id: "anna", is: "deleted", by: "jonas", at: "" }];
  await feed.take([answer("ben")], 4);
  expect(Object.keys(rows())).toEqual(["ben"]);
});

test("what belongs to one item is judged within it", async () => {
  const asked: object[] = [];
  const { feed } = aFeed({ how: { within: "task" }, missing: (_kind, _answered, question) => { asked.push(question); return Promise.resolve([]); } });
  await feed.take([answer("anna")], 7);
  expect(asked).toEqual([{ askedAt: 7, within: "task" }]);
});

test("a list that follows its answers loses what they leave out, and asks nobody", async () => {
  const missing = vi.fn(() => Promise.resolve([]));
  const { feed, rows } = aFeed({ how: { shelf: "contact bin", followsAnswers: true, keepsDeleted: true }, deleted: ["anna", "ben"], missing });
  await feed.take([answer("anna"), answer("ben")]);
  expect(Object.keys(rows())).toEqual(["anna", "ben"]);
  await feed.take([answer("ben")]);
  expect(Object.keys(rows())).toEqual(["ben"]);
  expect(missing).not.toHaveBeenCalled();
});

test("what was taken already is neither opened nor judged again", async () => {
  const missing = vi.fn(() => Promise.resolve([]));
  const { feed, asked } = aFeed({ missing });
  const answers = [answer("anna")];
  await feed.take(answers, 1);
  await feed.take(answers, 1);
  expect([asked, missing.mock.calls.length]).toEqual([["anna@1"], 1]);
});

test("what is deleted or not known is not brought back by other words of the server", async () => {
  const { feed, rows, deleted } = aFeed();
  deleted.push("anna");
  await feed.take([answer("anna"), answer("ben")]);
  await feed.take([answer("anna", 1, { rank: "b" }), answer("ben", 1, { rank: "b" })]);
  expect(rows()).toEqual({ ben: ["open", "proven", "ben 1", "b"] });
});
