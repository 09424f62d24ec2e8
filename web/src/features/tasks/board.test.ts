/** Which task stands where, and what a drop means. */
import { expect, test } from "vitest";

import type { View } from "../../desk/messages";
import { columnsOf, columnView, elsewhereView, idsOf, placeAt, stepped } from "./board";
import { aTaskDesk, openTask, refusedTask, status } from "./testing";

const task = (id: string, statusId: string, rank: string) => ({ id, statusId, rank });
const TASKS = [task("c", "todo", "m"), task("a", "todo", "B"), task("b", "todo", "m"), task("d", "done", "A")];

const shown = (columns: Map<string, { id: string }[]>) =>
  Object.fromEntries([...columns].map(([status, tasks]) => [status, tasks.map(({ id }) => id).join("")]));

test("tasks stand by rank, byte by byte, and by id where two ranks are equal", () => {
  expect(shown(columnsOf(TASKS, new Map()))).toEqual({ todo: "abc", done: "d" });
});

test("what was moved stands where it was put before any list says so", () => {
  const moved = (statusId: string, afterId: string | null) => shown(columnsOf(TASKS, new Map([["b", { statusId, afterId }]])));
  expect(moved("done", "d")).toEqual({ todo: "ac", done: "db" });
  expect(moved("done", null)).toEqual({ todo: "ac", done: "bd" });
  expect(moved("todo", null)).toEqual({ todo: "bac", done: "d" });
  expect(moved("empty", null)).toEqual({ todo: "ac", done: "d", empty: "b" });
  expect(shown(columnsOf(TASKS, new Map([["gone", { statusId: "todo", afterId: null }]])))).toEqual({ todo: "abc", done: "d" });
});

test("each column has the tasks of its status and of those that lead to it, and none of them loses one", async () => {
  const statuses = [status("todo"), status("done", "done"), status("removed", "open", "todo"), status("circle", "open", "circle")];
  const { of } = aTaskDesk([
    openTask("a", { word: { rank: "b" } }), openTask("b", { attributes: { statusId: "removed" }, word: { rank: "B" } }), openTask("c", { attributes: { statusId: "done" } }),
    openTask("d", { attributes: { statusId: "withheld" } }), openTask("e", { attributes: { statusId: "circle" } }), refusedTask("f"), refusedTask("g", "withheld"),
  ]);
  const base: View = { kind: "task", where: null, text: "", sort: [], group: null };
  const drawn = ["todo", "done"].map((id) => idsOf(statuses, id));
  expect(await Promise.all(drawn.map((ids) => of(columnView(base, ids))))).toEqual([["b", "a"], ["c"]]);
  expect([...(await of(elsewhereView(base, drawn.flat())))].sort()).toEqual(["d", "e", "f", "g"]);
  const narrowed: View = { ...base, where: { all: [{ field: "title", op: "eq", value: "a" }] } };
  expect([await of(columnView(narrowed, drawn[0] ?? [])), await of(elsewhereView(narrowed, drawn.flat()))]).toEqual([["a"], []]);
});

test("a drop stands between its neighbours, of which it is none itself", () => {
  const column = [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(placeAt(column, "x", "b", "before")).toEqual({ afterId: "a", beforeId: "b" });
  expect(placeAt(column, "x", "b", "after")).toEqual({ afterId: "b", beforeId: "c" });
  expect(placeAt(column, "b", "c", "before")).toEqual({ afterId: "a", beforeId: "c" });
  expect(placeAt(column, "x", "a", "before")).toEqual({ beforeId: "a" });
  expect(placeAt(column, "x", null, "after")).toEqual({ afterId: "c" });
  expect(placeAt([], "x", null, "after")).toEqual({});
});

test("a step passes one neighbour, and none at the end", () => {
  const column = [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(stepped(column, "a", 1)).toEqual({ afterId: "b", beforeId: "c" });
  expect(stepped(column, "c", -1)).toEqual({ afterId: "a", beforeId: "b" });
  expect([stepped(column, "a", -1), stepped(column, "c", 1), stepped(column, "x", 1)]).toEqual([null, null, null]);
});
