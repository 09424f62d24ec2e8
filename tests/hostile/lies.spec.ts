/** The lies themselves: each member has one, also where an honest server has nothing to show. */
import { expect, test } from "@playwright/test";

import { changed, liesAbout, type Change } from "./support/lies";
import type { Member, Operation } from "./support/surface";
import type { Json } from "./support/wire";

const member = (path: string, type: string, example: Json, further: Partial<Member> = {}): Member => ({ path, type, format: null, example, values: [], ...further });

const ROW = { id: "made-up", hiddenBy: "made-up-too", state: "done", folded: { count: 7 } };
const MEMBERS = [
  member("data", "array", [ROW]),
  member("data[].folded", "object", { count: 7 }),
  member("data[].folded.count", "integer", 7),
  member("data[].hiddenBy", "string", "made-up-too"),
  member("data[].id", "string", "made-up"),
  member("data[].state", "string", "done", { values: ["open", "done"] }),
];
const LIST: Operation = { id: "list", method: "GET", path: "/list", reads: true, members: MEMBERS };

function told(path: string, honest: Json, operation = LIST): Change[] {
  const about = operation.members.find((one) => one.path === path);
  if (!about) throw new Error(path);
  return liesAbout(operation, about, { honest, before: [], elsewhere: [], focus: [] });
}

const invented = (path: string, honest: Json, operation = LIST): Json[] =>
  told(path, honest, operation).filter(({ kind }) => kind === "invented").map((change) => changed(honest, change));

test("what is null is made up", () => {
  expect(invented("data[].hiddenBy", { data: [{ id: "a", hiddenBy: null }] })).toEqual([{ data: [{ id: "a", hiddenBy: "made-up-too" }] }]);
});

test("what is null in one row is what another row has", () => {
  const honest = { data: [{ id: "a", hiddenBy: "profile" }, { id: "b", hiddenBy: null }] };
  expect(invented("data[].hiddenBy", honest)).toEqual([{ data: [{ id: "a", hiddenBy: "profile" }, { id: "b", hiddenBy: "profile" }] }]);
});

test("what is not there is made up where it would stand", () => {
  expect(invented("data[].hiddenBy", { data: [{ id: "a" }] })).toEqual([{ data: [{ id: "a", hiddenBy: "made-up-too" }] }]);
});

test("what stands in something that is null is made up with all of it", () => {
  expect(invented("data[].folded.count", { data: [{ id: "a", folded: null }] })).toEqual([{ data: [{ id: "a", folded: { count: 7 } }] }]);
  expect(invented("data[].folded.count", { data: [{ id: "a" }] })).toEqual([{ data: [{ id: "a", folded: { count: 7 } }] }]);
});

test("a row of an empty list is made up", () => {
  expect(invented("data[].state", { data: [] })).toEqual([{ data: [ROW] }]);
});

test("a row of an answer that is an empty list is made up", () => {
  const plain: Operation = { ...LIST, members: [member("[].id", "string", "made-up"), member("[].name", "string", "Invented")] };
  expect(invented("[].name", [], plain)).toEqual([[{ id: "made-up", name: "Invented" }]]);
});

test("a state is another state", () => {
  expect(invented("data[].state", { data: [{ id: "a", state: "open" }] })).toEqual([{ data: [{ id: "a", state: "done" }] }]);
});

test("every member of an answer without anything has a lie", () => {
  for (const { path } of MEMBERS) expect(told(path, { data: [] }).length, path).toBeGreaterThan(0);
  for (const { path } of MEMBERS) expect(told(path, {}).length, path).toBeGreaterThan(0);
});
