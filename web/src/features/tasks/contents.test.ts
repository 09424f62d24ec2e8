/** What people write about a task, and what of it is sent. */
import { expect, test } from "vitest";

import { BEGINNING, signedNewTask, signedTask } from "../../lists/desks/taskAttributes";
import { patchOf } from "./cells";
import { BLANK, changedFrom, changesDates, contentsFrom, contentsOf, hidden, membersOf, needsDay, tidied } from "./contents";
import { itemOf } from "../../lists/item";
import { TASK, type TaskItem } from "../../lists/kinds/task";
import { aVerified } from "../../lists/testing";
import type { TaskAnswer } from "../../api/tasks";

const DAILY = { rule: "FREQ=DAILY", mode: "fixed", zone: "Europe/Berlin" } as const;

function task({ nextDueOn = null, ...more }: Partial<TaskItem> & { nextDueOn?: string | null } = {}): TaskItem {
  const answer = { id: "t", version: 3, sealed: {}, later: [], word: { rank: "m", hiddenBy: null, nextDueOn } } as unknown as TaskAnswer;
  return { ...itemOf(TASK, answer, aVerified("task", "t", { statusId: "todo" })), ...more };
}

test("words and clear members go through a merge and come back the same", () => {
  const contents = { ...BLANK, payload: { v: 1 as const, title: "Meters", tags: ["x"] }, assigneeIds: ["u"], dueOn: "2026-11-24", recurrence: DAILY };
  expect(contentsFrom(membersOf(contents))).toEqual(contents);
});

test("what is written is the signed day, or the one among the words, and never the day of which the server speaks", () => {
  const payload = { v: 1 as const, title: "Meters", dueOn: "2026-01-03" };
  expect(contentsOf(task({ dueOn: "2026-01-01", nextDueOn: "2026-01-02", recurrence: DAILY }), payload).dueOn).toBe("2026-01-01");
  expect(contentsOf(task({ dueOn: "2026-01-01", nextDueOn: "2026-01-02" }), payload).dueOn, "it does not repeat").toBe("2026-01-01");
  expect(contentsOf(task({ nextDueOn: "2026-01-02", recurrence: DAILY }), payload).dueOn, "none was signed").toBe("2026-01-03");
  expect(contentsOf(task(), payload)).toMatchObject({ dueOn: "2026-01-03", payload: { v: 1, title: "Meters" } });
});

test("only what differs is sent, and a date that is not touched ends no next one", () => {
  const item = task({ dueOn: "2026-01-01", nextDueOn: "2026-01-02", recurrence: DAILY, assigneeIds: ["a"] });
  const before = contentsOf(item, { v: 1, title: "Meters" });
  expect(changedFrom(item, before)).toEqual({});
  expect(changedFrom(item, { ...before, assigneeIds: ["a", "b"] })).toEqual({ assigneeIds: ["a", "b"] });
  expect(changedFrom(item, { ...before, dueOn: "2026-01-05" })).toEqual({ dueOn: "2026-01-05" });
  const weekly = { ...DAILY, rule: "FREQ=WEEKLY" };
  expect(changedFrom(item, { ...before, recurrence: weekly }), "another repetition signs no day that only the server has named").toEqual({ recurrence: weekly });
  expect(changesDates(item, { ...before, assigneeIds: [] })).toBe(false);
  expect(changesDates(item, { ...before, dueTime: "09:00" })).toBe(true);
});

test("without a day there is no time and no repetition, and lists are in order", () => {
  const tidy = tidied({ ...BLANK, payload: { v: 1, title: " Meters ", notes: "" }, assigneeIds: ["b", "a"], dueTime: "09:00", recurrence: DAILY });
  expect(tidy).toEqual({ ...BLANK, payload: { v: 1, title: "Meters" }, assigneeIds: ["a", "b"] });
});

const BEFORE = { id: "a", channel: "inapp" as const, minutesBefore: 60 };
const AT = { id: "b", channel: "email" as const, at: "2026-01-01T08:00:00.000Z" };

test("reminders are signed when they change, and those before a day go with the day", () => {
  const item = task({ dueOn: "2026-01-01", reminders: [BEFORE, AT] });
  const before = contentsOf(item, { v: 1, title: "Meters" });
  expect(before.reminders).toEqual([BEFORE, AT]);
  expect(changedFrom(item, tidied({ ...before, reminders: [AT, BEFORE] })), "another order is no change").toEqual({});
  expect(changedFrom(item, tidied({ ...before, reminders: [AT] }))).toEqual({ reminders: [AT] });
  expect(changesDates(item, tidied({ ...before, reminders: [] }))).toBe(true);
  expect(changedFrom(item, tidied({ ...before, dueOn: null }))).toEqual({ dueOn: null, reminders: [AT] });
  expect(tidied({ ...before, dueOn: "2026-02-01" }).reminders).toEqual([BEFORE, AT]);
  expect(contentsFrom(membersOf(before)).reminders).toEqual([BEFORE, AT]);
});

test("an account that keeps dates from the server has the day among the sealed words", () => {
  const contents = { ...BLANK, payload: { v: 1 as const, title: "Meters" }, dueOn: "2026-01-03", dueTime: "09:00", recurrence: DAILY, reminders: [BEFORE, AT] };
  expect(hidden(contents)).toEqual({ ...BLANK, payload: { v: 1, title: "Meters", dueOn: "2026-01-03" } });
});

test("attributes are signed as text: all of a new task, and of a change only what is named", () => {
  const reminders = [
    { id: "b", channel: "inapp" as const, minutesBefore: 0 },
    { id: "a", channel: "email" as const, at: "2026-01-01T08:00:00.000Z" },
  ];
  const clear = { ...BEGINNING, statusId: "todo", dueOn: "2026-01-01", recurrence: { ...DAILY, untilCount: 3 }, reminders };
  expect(signedNewTask(clear)).toEqual({
    statusId: "todo", profileIds: [], topicIds: [], documentIds: [], assigneeIds: [], startOn: null, dueOn: "2026-01-01", dueTime: null,
    recurrence: "FREQ=DAILY\nfixed\nEurope/Berlin\n3", reminders: "a email 2026-01-01T08:00:00.000Z\nb inapp 0", state: "active",
  });
  expect(signedNewTask({ ...BEGINNING, statusId: "todo" })).toMatchObject({ recurrence: null, reminders: null });
  expect(signedTask({ dueOn: "2026-01-05" })).toEqual({ dueOn: "2026-01-05" });
  expect(signedTask({ recurrence: null, reminders: [] })).toEqual({ recurrence: null, reminders: null });
});

test("a cell changes one thing", () => {
  const monthly = { ...DAILY, rule: "FREQ=MONTHLY;BYMONTHDAY=1" };
  const contents = { ...BLANK, payload: { v: 1 as const, title: "Meters" }, dueOn: "2026-01-01", recurrence: monthly };
  expect(patchOf("title", " Power ")?.(contents).payload.title).toBe("Power");
  expect(patchOf("due", "2026-01-20")?.(contents)).toMatchObject({ dueOn: "2026-01-20", recurrence: { rule: "FREQ=MONTHLY;BYMONTHDAY=20" } });
  expect(patchOf("due", "")?.(contents).dueOn).toBeNull();
  expect(patchOf("priority", "4")?.(contents).payload.priority).toBe(4);
  expect(patchOf("changed", "x")).toBeNull();
});

test("only another repetition of a task that has come again asks for another day", () => {
  const item = task({ dueOn: "2026-01-01", recurrence: DAILY });
  const again = task({ dueOn: "2026-01-01", nextDueOn: "2026-01-02", recurrence: DAILY });
  const before = contentsOf(again, { v: 1, title: "Meters" });
  const weekly = { ...before, recurrence: { ...DAILY, rule: "FREQ=WEEKLY" } };
  expect(needsDay(again, weekly)).toBe(true);
  expect(needsDay(again, { ...before, recurrence: null }), "it repeats no more").toBe(true);
  expect(needsDay(again, { ...weekly, dueOn: "2026-01-05" }), "a day was chosen").toBe(false);
  expect(needsDay(again, { ...before, recurrence: { ...DAILY, untilCount: null } }), "the same, written another way").toBe(false);
  expect(needsDay(again, { ...before, dueTime: "09:00" })).toBe(false);
  expect(needsDay(item, weekly), "it has not come again").toBe(false);
});
