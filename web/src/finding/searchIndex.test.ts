/** Typing the beginning of a word finds what says it, whatever the accents. */
import { expect, test } from "vitest";

import { marked } from "./marked";
import { createIndex } from "./searchIndex";

const ids = (typed: string, index = filled()) => index.find(typed, 8).map(({ id }) => id);

function filled() {
  const index = createIndex();
  index.put([
    { id: "insurance", title: "Fire insurance Seehof", words: "POL-2291 Zürich" },
    { id: "mortgage", title: "Mortgage agreement Seehof", words: "" },
    { id: "lift", title: "Service contract lift", words: "kept at Seehof" },
  ]);
  return index;
}

test("titles come before other words", () => {
  const found = ids("seehof");
  expect(found.slice(0, 2).sort()).toEqual(["insurance", "mortgage"]);
  expect(found[2]).toBe("lift");
});

test("every word has to be there, and its beginning is enough", () => {
  expect(ids("see fire")).toEqual(["insurance"]);
  expect(ids("fire boat")).toEqual([]);
});

test("accents and a slip of the finger make no difference", () => {
  expect(ids("zurich")).toEqual(["insurance"]);
  expect(ids("morgage")).toEqual(["mortgage"]);
});

test("what was dropped or says something else now is not found by its old words", () => {
  const index = filled();
  index.drop(["mortgage", "never there"]);
  index.put([{ id: "lift", title: "Lift", words: "" }]);
  expect(ids("seehof", index)).toEqual(["insurance"]);
});

test("the beginning that was typed is marked in each word", () => {
  expect(marked("Ärzte, Seehof", "arz see")).toEqual([
    { text: "Ärz", hit: true },
    { text: "te", hit: false },
    { text: ", ", hit: false },
    { text: "See", hit: true },
    { text: "hof", hit: false },
  ]);
});
