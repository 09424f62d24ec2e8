/** Which status a task is in after others were removed, and in which order topics stand. */
import { expect, test } from "vitest";

import { hueOf } from "./hues";
import { movedTo, placeAt } from "./places";
import { followed } from "./followed";
import { canBeDefault, defaultOf, standing, statusEntry, targetsOf, unchangedStatus } from "./statuses";
import { inTree, parentsOf, withUnder } from "./topicTree";
import { factsOf } from "../item";
import type { StatusItem } from "../kinds/board";
import type { BuiltInStatus } from "./builtInStatuses";

const say = (_id: string, message: string) => message;

function status(id: string, more: Partial<Omit<StatusItem, "sealed">> = {}, builtin?: BuiltInStatus) {
  const sent = { id, version: 1, sealed: null, later: [], word: { rank: id } };
  const item: StatusItem = { ...sent, ...factsOf(null), category: "open", outcome: null, default: false, movedTo: null, ...more };
  return statusEntry(item, null, say, builtin);
}

test("a built-in status has its own word until somebody names it", () => {
  expect(status("a", {}, "inProgress").name).toBe("In progress");
  const item = status("a").item;
  const named = statusEntry(item, { name: "open", payload: { v: 1, name: "Later", color: "teal" }, proven: true }, say, "todo");
  expect(named).toMatchObject({ name: "Later", colour: "teal" });
  const coloured = statusEntry(item, { name: "open", payload: { v: 1, name: "", color: "teal" }, proven: true }, say, "todo");
  expect(coloured).toMatchObject({ name: "To do", colour: "teal" });
  expect(statusEntry(item, { name: "sealed", locked: false }, say).name).toBe("Status (no access)");
});

test("what a built-in status is stands in this app, and not in the answer", () => {
  const answer = { id: "a", version: 0, later: [], word: { rank: "m" }, category: "open", outcome: "completed", default: true, movedTo: "b" };
  const { id, rank, category, outcome, default: isDefault, movedTo: leadsTo, isRemoved } = statusEntry(unchangedStatus(answer, "cancelled"), null, say, "cancelled");
  expect({ id, rank, category, outcome, isDefault, leadsTo, isRemoved }).toEqual(
    { id: "a", rank: "m", category: "done", outcome: "cancelled", isDefault: false, leadsTo: null, isRemoved: false });
});

test("tasks follow a removed status to where it leads, over several, and not in a circle", () => {
  const removed = { deleted: true };
  const statuses = [
    status("a", { ...removed, movedTo: "b" }), status("b", { ...removed, movedTo: "c" }), status("c"),
    status("x", { ...removed, movedTo: "y" }), status("y", { ...removed, movedTo: "x" }),
  ];
  expect(followed(statuses, "a")?.id).toBe("c");
  expect(followed(statuses, "c")?.id).toBe("c");
  expect(followed(statuses, "x")).toBeUndefined();
  expect(followed(statuses, "unknown")).toBeUndefined();
  expect(standing(statuses).map(({ id }) => id)).toEqual(["c"]);
});

test("a category has a default, or its first one stands for it", () => {
  const statuses = [status("a"), status("b", { default: true }), status("c", { category: "active" }), status("d", { category: "active" })];
  expect(defaultOf(statuses, "open")?.id).toBe("b");
  expect(defaultOf(statuses, "active")?.id).toBe("c");
  expect(defaultOf(statuses, "done")).toBeUndefined();
});

test("where an older answer says that another one is the default too, the one that was signed last is it", () => {
  const signed = (id: string, updatedAt: string | null, more: object = {}) => status(id, { default: true, updatedAt, ...more });
  const entries = [
    signed("former", "2026-11-20T08:00:00.000Z"), signed("now", "2026-11-21T08:00:00.000Z"), signed("built in", null),
    signed("gone", "2026-11-22T08:00:00.000Z", { deleted: true }), signed("paid", null, { category: "done", outcome: "completed" }),
  ];
  expect(defaultOf(entries, "open")?.id).toBe("now");
  expect(defaultOf([...entries].reverse(), "open")?.id).toBe("now");
  expect(defaultOf(entries, "done")?.id).toBe("paid");
});

test("a removed status leads to one of its category, and the last way to complete a task stays", () => {
  const done = { category: "done" as const };
  const statuses = [
    status("a"), status("b"), status("paid", { ...done, outcome: "completed", default: true }),
    status("off", { ...done, outcome: "cancelled" }), status("gone", { deleted: true }),
  ];
  const targets = (id: string) => statuses.flatMap((one) => (one.id === id ? targetsOf(statuses, one).map((target) => target.id) : []));
  expect(targets("a")).toEqual(["b"]);
  expect(targets("off")).toEqual(["paid"]);
  expect(targets("paid")).toEqual([]);
  statuses.push(status("sent", { ...done, outcome: "completed" }));
  expect(targets("paid")).toEqual(["off", "sent"]);
  expect(statuses.filter(canBeDefault).map(({ id }) => id)).toEqual(["a", "b", "paid", "gone", "sent"]);
});

test("what is moved stands after the one before it, or before the first", () => {
  const ids = ["a", "b", "c"];
  expect([0, 1, 2].map((to) => placeAt(ids, "b", to))).toEqual([{ beforeId: "a" }, { afterId: "a" }, { afterId: "c" }]);
  expect(placeAt(["a"], "a", 0)).toBeNull();
  expect(movedTo(ids, "a", 2)).toEqual(["b", "c", "a"]);
  expect(movedTo(ids, "c", 0)).toEqual(["c", "a", "b"]);
});

test("topics stand under their parents by rank, and one without its parent at the top", () => {
  const topic = (id: string, rank: string, parentId: string | null = null) => ({ id, rank, parentId, depth: 0 });
  const tree = inTree([topic("c", "b", "a"), topic("lost", "z", "gone"), topic("a", "m"), topic("b", "a"), topic("d", "a", "a"), topic("e", "a", "d")]);
  expect(tree.map(({ id, depth }) => [id, depth])).toEqual([["b", 0], ["a", 0], ["d", 1], ["e", 2], ["c", 1], ["lost", 0]]);
});

test("a topic moves under what is not under it, in three levels", () => {
  const topic = (id: string, parentId: string | null = null) => ({ id, rank: id, parentId, depth: 0 });
  const tree = inTree([topic("a"), topic("b", "a"), topic("c", "b"), topic("d"), topic("e", "d")]);
  const parents = (id: string) => parentsOf(tree, id).map((one) => one.id);
  expect(parents("a")).toEqual([]);
  expect(parents("b")).toEqual(["a", "d"]);
  expect(parents("e")).toEqual(["a", "b", "d"]);
  expect(parents("d")).toEqual(["a"]);
  expect(withUnder(tree, ["b", "d"]).sort()).toEqual(["b", "c", "d", "e"]);
});

test("a colour that this version does not know is none", () => {
  expect([hueOf("teal"), hueOf("#ff0000"), hueOf(undefined)]).toEqual(["teal", null, null]);
});
