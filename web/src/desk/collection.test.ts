/** Which of two answers holds, and where rows stand. */
import { expect, test } from "vitest";

import { Collection } from "./collection.ts";
import type { Opened } from "./row.ts";
import { idOf, itemOf, THING } from "./testing/rows.ts";

const ROWS = 4;

function aCollection() {
  let stamp = 0;
  const collection = new Collection(THING, () => (stamp += 1), ROWS);
  const titles = () => collection.all().map((slot) => {
    const { segment, place } = collection.at(slot);
    return segment.titleIn(place);
  });
  const states = () => collection.all().map((slot) => {
    const { segment, place } = collection.at(slot);
    return segment.states[place];
  });
  return { collection, titles, states };
}

interface Told {
  readonly number?: number;
  readonly revision?: number;
  readonly version?: number;
  readonly grade?: "verified" | "proven";
  readonly name?: string;
}

function open({ number = 1, revision = 1, version = revision, grade = "proven", name = "Anna" }: Told = {}): Opened {
  const id = idOf(number);
  return { id, version, word: {}, state: "open", item: itemOf({ id, revision, at: 0, grade }), payload: { name, notes: "" } };
}

const closed = (state: "opening" | "sealed" | "altered" | "withheld", version = 1): Opened =>
  state === "altered" || state === "withheld"
    ? { id: idOf(1), version, word: {}, state, item: null, last: "Anna" }
    : { id: idOf(1), version, word: {}, state, item: null };

test("of two answers the newer statement holds, of equals the higher version, and of these what is proven", () => {
  const { collection, titles } = aCollection();
  collection.put([open({ revision: 2, name: "Second" })]);
  expect(collection.put([open({ revision: 1, version: 9, name: "First" })]).ids.size).toBe(0);
  expect(collection.put([open({ revision: 2, version: 1, name: "Older answer" })]).ids.size).toBe(0);
  expect(collection.put([open({ revision: 2, version: 2, grade: "verified", name: "Not proven" })]).ids.size).toBe(0);
  expect(titles()).toEqual(["second"]);
  collection.put([open({ revision: 2, version: 3, grade: "verified", name: "Later answer" })]);
  collection.put([open({ revision: 3, name: "Third" })]);
  expect(titles()).toEqual(["third"]);
});

test("the same row told again is no change, and what is merely being opened hides nothing", () => {
  const { collection, titles } = aCollection();
  collection.put([open()]);
  expect(collection.put([open()])).toMatchObject({ put: [], ids: new Set() });
  expect(collection.put([closed("opening", 5)]).ids.size).toBe(0);
  expect(titles()).toEqual(["anna"]);
});

test("a word of an alarm takes the place of contents, and an older answer does not take its place", () => {
  const { collection, titles, states } = aCollection();
  collection.put([open({ revision: 3 })]);
  expect(collection.put([closed("altered", 2)]).ids.size).toBe(0);
  collection.put([closed("altered", 3)]);
  expect(states()).toEqual(["altered"]);
  // Of what was refused nothing is found any more.
  expect(titles()).toEqual([""]);
  collection.put([open({ revision: 2, version: 2, name: "Before" })]);
  expect(states()).toEqual(["altered"]);
  collection.put([open({ revision: 4, name: "After" })]);
  expect(titles()).toEqual(["after"]);
});

test("what is withheld stands in no answer: its word comes without a version, and its floor stays", () => {
  const { collection, states } = aCollection();
  collection.put([open({ revision: 3 })]);
  collection.put([closed("withheld", 0)]);
  expect(states()).toEqual(["withheld"]);
  collection.put([open({ revision: 2, version: 9 })]);
  expect(states()).toEqual(["withheld"]);
  collection.put([open({ revision: 3 })]);
  expect(states()).toEqual(["open"]);
});

test("what has ended is not brought back by an answer of before, and by a later statement it is", () => {
  const { collection, titles } = aCollection();
  collection.put([open({ revision: 2 })]);
  collection.end([{ id: idOf(1), revision: 3 }]);
  expect(titles()).toEqual([]);
  collection.put([open({ revision: 2 })]);
  collection.put([closed("opening", 9)]);
  expect(titles()).toEqual([]);
  collection.put([open({ revision: 4, name: "Restored" })]);
  expect(titles()).toEqual(["restored"]);
  // The statement that ended it is the older one now.
  collection.end([{ id: idOf(1), revision: 3 }]);
  expect(titles()).toEqual(["restored"]);
});

test("a row whose reader lost the role leaves, and comes back when the role does", () => {
  const { collection, titles } = aCollection();
  collection.put([open({ revision: 2 })]);
  collection.end([{ id: idOf(1), revision: null }]);
  expect(titles()).toEqual([]);
  collection.put([open({ revision: 2 })]);
  expect(titles()).toEqual(["anna"]);
});

test("a segment of which less than half lives is emptied into the newest one, and its number is used again", () => {
  const { collection, titles } = aCollection();
  collection.put([0, 1, 2, 3, 4].map((number) => open({ number, name: `Name ${number}` })));
  expect([...collection.parts()].map(({ segment }) => segment.size)).toEqual([4, 1]);
  collection.end([0, 1].map((number) => ({ id: idOf(number), revision: 2 })));
  // Half of it lives.
  expect([...collection.parts()].map(({ segment }) => segment.alive)).toEqual([2, 1]);
  const moved = collection.end([{ id: idOf(2), revision: 2 }]);
  expect([...collection.parts()].map(({ segment, first }) => [first, segment.alive])).toEqual([[4, 2]]);
  expect(titles().sort()).toEqual(["name 3", "name 4"]);
  // The moved row is the same as before, under another number.
  expect([...moved.ids]).toEqual([idOf(2)]);
  expect(moved.put).toHaveLength(1);
  collection.put([5, 6, 7].map((number) => open({ number })));
  expect([...collection.parts()].map(({ first }) => first).sort()).toEqual([0, 4]);
});

test("what a dead place said is let go at once", () => {
  const { collection } = aCollection();
  collection.put([open({ name: "Old secret" }), open({ number: 2 })]);
  collection.put([open({ revision: 2, name: "New" })]);
  const said = JSON.stringify([...collection.parts()].map(({ segment }) => [segment.ids, segment.columns, segment.jsonOf(0), segment.rowOf(0)]));
  expect(said).toContain("Anna");
  expect(said).not.toContain("Old secret");
});

test("what an act brings back says what was saved of it before, and where that is refused nothing of it stands here any more", () => {
  const { collection, titles } = aCollection();
  const id = idOf(1);
  collection.put([open()]);
  collection.act(1, id, { members: { name: "Saved" } });
  collection.settle(1, id, 2);
  collection.act(2, id, "gone");
  collection.settle(2, id, 3);
  collection.end([{ id, revision: 3 }]);
  expect(collection.slotOf(id)).toBeUndefined();
  for (const n of [3, 4]) {
    collection.act(n, id, "back");
    expect(titles()).toEqual(["saved"]);
    expect(collection.isGone(id)).toBe(false);
    collection.settle(n, id, null);
    expect(collection.slotOf(id)).toBeUndefined();
  }
  collection.put([open({ revision: 1 })]);
  expect(titles()).toEqual([]);
  collection.put([open({ revision: 4, name: "Restored" })]);
  expect(titles()).toEqual(["restored"]);
  expect([collection.isGone(id), collection.ahead(id)]).toEqual([false, []]);
});
