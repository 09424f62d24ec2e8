/** Which tasks Home shows, asked of the desk: the person's own, the soonest first, and what is not verified has no place. */
import { expect, test } from "vitest";

import { nextTasks } from "../features/dashboard/nextTasks";
import { aTaskDesk, openTask, refusedTask, sealedTask, status } from "../features/tasks/testing";
import { hidden } from "../lists/profiles/hiding";

const STATUSES = [status("todo"), status("doing", "active"), status("done", "done"), status("removed", "open", "done")];
const MINE = nextTasks({ me: "me", statuses: STATUSES, hidden: hidden(new Map([["p", true]])) });
const RULE = "FREQ=WEEKLY\nfixed\nUTC\n";
const mine = (id: string, attributes: object = {}, word: object = {}) => openTask(id, { attributes: { assigneeIds: ["me"], ...attributes }, word: { ...word } });

test("one's own are those assigned to oneself that still have to be done and are in nobody's way", async () => {
  const { of } = aTaskDesk([
    mine("mine"), mine("begun", { statusId: "doing", assigneeIds: ["jonas", "me"] }), mine("done", { statusId: "done" }), mine("in a removed one", { statusId: "removed" }),
    mine("of Jonas", { assigneeIds: ["jonas"] }), mine("of no one", { assigneeIds: [] }), mine("archived", { state: "archived" }), mine("with its profile", { profileIds: ["p"] }, { hiddenBy: "p" }),
    sealedTask("sealed", { assigneeIds: ["me"] }), refusedTask("altered"), refusedTask("left out", "withheld"),
  ]);
  expect([...(await of(MINE))].sort()).toEqual(["begun", "mine", "sealed"]);
});

test("the day of an occurrence counts, and of what does not repeat by its signed rule no later day is believed", async () => {
  const { of } = aTaskDesk([
    mine("weekly", { dueOn: "2026-01-05", recurrence: RULE }, { nextDueOn: "2026-12-28" }), mine("once", { dueOn: "2026-11-30" }),
    mine("postponed", { dueOn: "2026-11-25" }, { nextDueOn: "2026-12-31" }),
  ]);
  expect(await of(MINE)).toEqual(["postponed", "once", "weekly"]);
});

test("the soonest first, by time within a day, without a date last and as on the board", async () => {
  const { of } = aTaskDesk([
    mine("someday", {}, { rank: "z" }), mine("soon someday", {}, { rank: "a" }), mine("in the week", { dueOn: "2026-11-27" }),
    mine("at nine", { dueOn: "2026-11-24", dueTime: "09:00" }), mine("that day", { dueOn: "2026-11-24" }), mine("overdue", { dueOn: "2026-11-18" }),
    openTask("hidden date", { attributes: { assigneeIds: ["me"] }, payload: { dueOn: "2026-11-25" } }),
  ]);
  expect(await of(MINE)).toEqual(["overdue", "at nine", "that day", "hidden date", "in the week", "soon someday", "someday"]);
});
