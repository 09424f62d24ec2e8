/** Which tasks pass, and when they are due. */
import { expect, test } from "vitest";

import { dueOf, type TaskRow } from "../../tasks/rows";
import { passes, type TaskFilter } from "./filters";
import type { Category } from "../../items/kinds/board";
import type { TaskItem } from "../../items/kinds/task";

const TODAY = "2026-11-23";
const ALL: TaskFilter = { assignees: [], topics: [], dues: [], words: "" };

interface Given extends Partial<Pick<TaskItem, "assigneeIds" | "topicIds" | "dueOn" | "dueTime" | "recurrence">> {
  category?: Category;
  nextDueOn?: string;
}

const item = ({ nextDueOn, ...more }: Omit<Given, "category"> = {}) =>
  ({ assigneeIds: [], topicIds: [], dueOn: null, dueTime: null, recurrence: null, updatedAt: "2026-11-20", word: { hiddenBy: null, nextDueOn: nextDueOn ?? null }, ...more }) as unknown as TaskItem;

function row(more: Given = {}, title: string | null = "Renew passport"): TaskRow {
  const payload = title === null ? null : { v: 1 as const, title };
  const { category = "open" } = more;
  const one = item(more);
  const opening: TaskRow["opening"] = payload ? { name: "open", payload, proven: true } : { name: "sealed", locked: false };
  return { id: "t", item: one, opening, newestVersion: 1, settled: true, title, statusId: "s", rank: "m", category, due: dueOf(one, payload, category, TODAY, "12:00") };
}

const WEEKLY = { rule: "FREQ=WEEKLY", mode: "fixed", zone: "UTC" } as const;

const pass = (one: TaskRow, filter: Partial<TaskFilter>) => passes(one, { ...ALL, ...filter }, { me: "u-me", today: TODAY }, ({ word }) => word.hiddenBy === "p1");

test.each([
  [{ dueOn: "2026-11-22" }, "overdue"],
  [{ dueOn: "2026-11-23" }, "today"],
  [{ dueOn: "2026-11-23", dueTime: "11:59" }, "overdue"],
  [{ dueOn: "2026-11-23", dueTime: "12:00" }, "today"],
  [{ dueOn: "2026-11-24" }, "tomorrow"],
  [{ dueOn: "2026-11-22", nextDueOn: "2026-12-22", recurrence: WEEKLY }, "later"],
  [{ dueOn: "2026-11-22", nextDueOn: "2026-12-22" }, "overdue"],
  [{ dueOn: "2026-11-22", category: "done" as const }, "later"],
] satisfies [Given, string][])("%j is %s", (more: Given, when) => {
  expect(dueOf(item(more), null, more.category ?? "open", TODAY, "12:00")?.when).toBe(when);
});

test("whose it is: mine, somebody's, nobody's", () => {
  expect(pass(row({ assigneeIds: ["u-me"] }), { assignees: ["me"] })).toBe(true);
  expect(pass(row({ assigneeIds: ["u-jonas"] }), { assignees: ["me"] })).toBe(false);
  expect(pass(row({ assigneeIds: ["u-jonas"] }), { assignees: ["me", "u-jonas"] })).toBe(true);
  expect([pass(row(), { assignees: ["nobody"] }), pass(row({ assigneeIds: ["u-me"] }), { assignees: ["nobody"] })]).toEqual([true, false]);
});

test("when it is due: what is done is not waited for", () => {
  expect(pass(row({ dueOn: "2026-11-22" }), { dues: ["overdue"] })).toBe(true);
  expect(pass(row({ dueOn: "2026-11-22", category: "done" }), { dues: ["overdue"] })).toBe(false);
  expect([pass(row({ dueOn: "2026-11-29" }), { dues: ["week"] }), pass(row({ dueOn: "2026-11-30" }), { dues: ["week"] })]).toEqual([true, false]);
  expect(pass(row({ dueOn: "2026-11-23" }), { dues: ["today"] })).toBe(true);
  expect([pass(row(), { dues: ["none"] }), pass(row({ dueOn: "2026-11-23" }), { dues: ["none"] })]).toEqual([true, false]);
});

test("of what was refused nothing is known: it stands in a list that asks nothing, and answers no question, nobody and no date among them", () => {
  const refused: TaskRow = { ...row({}, null), item: { ...item(), updatedAt: null }, opening: { name: "alarm", word: "altered" } };
  expect(pass(refused, {})).toBe(true);
  const asked: Partial<TaskFilter>[] = [{ assignees: ["nobody"] }, { assignees: ["me"] }, { dues: ["none"] }, { dues: ["overdue"] }, { topics: ["t1"] }, { words: "passport" }];
  expect(asked.filter((filter) => pass(refused, filter))).toEqual([]);
  const hidden = { ...refused, item: { ...refused.item, word: { ...refused.item.word, hiddenBy: "p1" } } };
  expect(pass(hidden, {}), "no word of the server takes it out of the way").toBe(true);
});

test("what it says, as far as it is open, and what it is about", () => {
  expect([pass(row(), { words: "passport" }), pass(row(), { words: "lease" }), pass(row({}, null), { words: "passport" })]).toEqual([true, false, false]);
  expect([pass(row({ topicIds: ["t1"] }), { topics: ["t1"] }), pass(row(), { topics: ["t1"] })]).toEqual([true, false]);
});
