/** Which tasks Home shows: the person's own, the soonest first, and what is not verified has no place. */
import { expect, test } from "vitest";

import type { TaskAnswer } from "../../api/tasks";
import type { Category } from "../../items/kinds/board";
import { itemOf } from "../../items/item";
import { TASK, type TaskItem } from "../../items/kinds/task";
import { openedItem } from "../../items/opening";
import { dueOf, rowOf, type TaskRow } from "../../tasks/rows";
import { nextDue, openTasksOf as openOf } from "./nextTasks";

const openTasksOf = (rows: readonly TaskRow[], me: string) => openOf(rows, me, ({ word }) => word.hiddenBy === "p");

const TODAY = "2026-11-23";

interface Given extends Partial<Pick<TaskItem, "assigneeIds" | "lifecycle" | "dueOn" | "dueTime" | "recurrence">> {
  category?: Category;
  rank?: string;
  hiddenBy?: string;
  nextDueOn?: string;
  /** The day among the sealed words. */
  hidden?: string;
}

function task(id: string, { category = "open", rank = "m", hiddenBy, nextDueOn, hidden, ...more }: Given = {}): TaskRow {
  const word = { rank, hiddenBy: hiddenBy ?? null, nextDueOn: nextDueOn ?? null };
  const item = { id, lifecycle: "active", assigneeIds: ["me"], topicIds: [], dueOn: null, dueTime: null, recurrence: null, word, ...more } as unknown as TaskItem;
  return { id, item, category, rank, due: dueOf(item, { v: 1, title: id, ...(hidden && { dueOn: hidden }) }, category, TODAY, "12:00") } as unknown as TaskRow;
}

const WEEKLY = { rule: "FREQ=WEEKLY", mode: "fixed", zone: "UTC" } as const;

const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);

test("one's own are those assigned to oneself that still have to be done and are in nobody's way", () => {
  const items = [
    task("mine"),
    task("begun", { category: "active", assigneeIds: ["jonas", "me"] }),
    task("done", { category: "done" }),
    task("of Jonas", { assigneeIds: ["jonas"] }),
    task("of no one", { assigneeIds: [] }),
    task("archived", { lifecycle: "archived" }),
    task("with its profile", { hiddenBy: "p" }),
  ];
  expect(ids(openTasksOf(items, "me"))).toEqual(["mine", "begun"]);
});

test("what was not verified is assigned to nobody, and is not one's own", () => {
  const answer = { id: "refused", version: 1, sealed: {}, later: [], word: { rank: "a" }, assigneeIds: ["me"] } as unknown as TaskAnswer;
  const refused = rowOf(openedItem(itemOf(TASK, answer, null), { name: "alarm", word: "altered" }), [], TODAY, "12:00");
  expect(ids(openTasksOf([task("mine"), refused], "me"))).toEqual(["mine"]);
});

test("the day of an occurrence counts, and not that of the first one", () => {
  const weekly = task("weekly", { dueOn: "2026-01-05", nextDueOn: "2026-12-28", recurrence: WEEKLY });
  expect(ids(nextDue([weekly, task("once", { dueOn: "2026-11-30" })], 1))).toEqual(["once"]);
});

test("of what does not repeat by its signed rule no later day is believed", () => {
  const postponed = task("postponed", { dueOn: "2026-11-25", nextDueOn: "2026-12-28" });
  expect(ids(nextDue([task("once", { dueOn: "2026-11-30" }), postponed], 1))).toEqual(["postponed"]);
});

test("the soonest first, by time within a day, without a date last and as on the board", () => {
  const rows = [
    task("someday", { rank: "z" }),
    task("soon someday", { rank: "a" }),
    task("in the week", { dueOn: "2026-11-27" }),
    task("at nine", { dueOn: "2026-11-24", dueTime: "09:00" }),
    task("that day", { dueOn: "2026-11-24" }),
    task("overdue", { dueOn: "2026-11-18" }),
    task("hidden date", { hidden: "2026-11-25" }),
  ];
  expect(ids(nextDue(rows, 9))).toEqual(["overdue", "at nine", "that day", "hidden date", "in the week", "soon someday", "someday"]);
  expect(ids(nextDue(rows, 2))).toEqual(["overdue", "at nine"]);
});
