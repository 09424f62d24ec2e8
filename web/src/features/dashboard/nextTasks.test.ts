/** Which tasks Home shows: the person's own, the soonest first, and no more opened than can be among them. */
import { expect, test } from "vitest";

import type { TaskItem } from "../../api/tasks";
import { dueOf, type TaskRow } from "../../tasks/rows";
import { candidates, nextDue, openTasksOf } from "./nextTasks";

const TODAY = "2026-11-23";

const task = (id: string, more: Partial<TaskItem> = {}) =>
  ({ id, category: "open", lifecycle: "active", assigneeIds: ["me"], rank: "m", topicIds: [], ...more }) as unknown as TaskItem;

const row = (item: TaskItem, hidden?: string): TaskRow =>
  ({ id: item.id, item, rank: item.rank, due: dueOf(item, { v: 1, title: item.id, ...(hidden && { dueOn: hidden }) }, TODAY, "12:00") }) as unknown as TaskRow;

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

test("no more are opened than can be among those shown", () => {
  const dated = Array.from({ length: 50 }, (_, day) => task(`d${day}`, { dueOn: `2027-01-${String(31 - (day % 28)).padStart(2, "0")}` }));
  const opened = candidates([...dated, task("undated")], 5);
  expect(opened).toHaveLength(6);
  // The date of this one may be in its contents.
  expect(ids(opened)).toContain("undated");
  expect(opened.slice(0, 5).every(({ dueOn }) => (dueOn ?? "") < "2027-01-09")).toBe(true);
});

test("the day of an occurrence counts, and not that of the first one", () => {
  expect(ids(candidates([task("weekly", { dueOn: "2026-01-05", nextDueOn: "2026-12-28" }), task("once", { dueOn: "2026-11-30" })], 1))).toEqual(["once"]);
});

test("the soonest first, by time within a day, without a date last and as on the board", () => {
  const rows = [
    row(task("someday", { rank: "z" })),
    row(task("soon someday", { rank: "a" })),
    row(task("in the week", { dueOn: "2026-11-27" })),
    row(task("at nine", { dueOn: "2026-11-24", dueTime: "09:00" })),
    row(task("that day", { dueOn: "2026-11-24" })),
    row(task("overdue", { dueOn: "2026-11-18" })),
    row(task("hidden date"), "2026-11-25"),
  ];
  expect(ids(nextDue(rows, 9))).toEqual(["overdue", "at nine", "that day", "hidden date", "in the week", "soon someday", "someday"]);
  expect(ids(nextDue(rows, 2))).toEqual(["overdue", "at nine"]);
});
