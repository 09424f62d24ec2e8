/** Which tasks pass, asked of the desk itself, and when they are due. */
import { describe, expect, test } from "vitest";

import type { Category } from "../../lists/kinds/board";
import type { TaskItem } from "../../lists/kinds/task";
import { hidden } from "../../lists/profiles/hiding";
import { dueOf } from "../../lists/tasks/rows";
import { whereOf, type TaskFilter } from "./filters";
import { aTaskDesk, openTask, refusedTask, sealedTask } from "./testing";

const TODAY = "2026-11-23";
const NOW = "12:00";
const ARCHIVED = new Map([["p1", true], ["p2", false]]);
const AROUND = { me: "u-me", today: TODAY, now: NOW, doneIds: ["done"], hidden: hidden(ARCHIVED) };

const asked = (filter: Partial<TaskFilter>) => ({ where: { all: whereOf({ assignees: [], topics: [], dues: [], ...filter }, AROUND) } });
const RULE = "FREQ=WEEKLY\nfixed\nUTC\n";
const WEEKLY = { rule: "FREQ=WEEKLY", mode: "fixed", zone: "UTC" } as const;

interface Given extends Partial<Pick<TaskItem, "dueOn" | "dueTime" | "recurrence">> {
  category?: Category;
  nextDueOn?: string;
}

const DUE_WHEN = [
  [{ dueOn: "2026-11-22" }, "overdue"],
  [{ dueOn: "2026-11-23" }, "today"],
  [{ dueOn: "2026-11-23", dueTime: "11:59" }, "overdue"],
  [{ dueOn: "2026-11-23", dueTime: "12:00" }, "today"],
  [{ dueOn: "2026-11-24" }, "tomorrow"],
  [{ dueOn: "2026-11-22", nextDueOn: "2026-12-22", recurrence: WEEKLY }, "later"],
  [{ dueOn: "2026-11-22", nextDueOn: "2026-12-22" }, "overdue"],
  [{ dueOn: "2026-11-22", category: "done" as const }, "later"],
] satisfies [Given, string][];

test.each(DUE_WHEN)("%j is %s, and the desk says the same", async (more: Given, when) => {
  const { category = "open", nextDueOn = null, dueOn = null, dueTime = null, recurrence = null } = more;
  const item = { dueOn, dueTime, recurrence, word: { nextDueOn }, revision: 1 } as unknown as TaskItem;
  expect(dueOf(item, null, category, TODAY, NOW)?.when).toBe(when);
  const attributes = { statusId: category === "done" ? "done" : "todo", ...(dueOn && { dueOn }), ...(dueTime && { dueTime }), ...(recurrence && { recurrence: RULE }) };
  const { of } = aTaskDesk([openTask("one", { attributes, word: { nextDueOn } })]);
  expect(await of(asked({ dues: ["overdue"] }))).toEqual(when === "overdue" ? ["one"] : []);
});

describe("a list of tasks", () => {
  test("whose it is: mine, somebody's, nobody's", async () => {
    const { of } = aTaskDesk([openTask("mine", { attributes: { assigneeIds: ["u-me"] } }), openTask("of Jonas", { attributes: { assigneeIds: ["u-jonas"] } }), openTask("of no one")]);
    expect(await of(asked({ assignees: ["me"] }))).toEqual(["mine"]);
    expect(await of(asked({ assignees: ["me", "u-jonas"] }))).toEqual(["mine", "of Jonas"]);
    expect(await of(asked({ assignees: ["nobody"] }))).toEqual(["of no one"]);
  });

  test("when it is due: what is done is not waited for", async () => {
    const on = (dueOn: string, statusId = "todo") => ({ attributes: { dueOn, statusId } });
    const { of } = aTaskDesk([
      openTask("a", on("2026-11-22")), openTask("b", on("2026-11-22", "done")), openTask("c", on("2026-11-23")), openTask("d", on("2026-11-29")), openTask("e", on("2026-11-30")),
      openTask("f"), openTask("g", { payload: { dueOn: "2026-11-23" } }),
    ]);
    expect(await of(asked({ dues: ["overdue"] }))).toEqual(["a"]);
    expect(await of(asked({ dues: ["week"] }))).toEqual(["c", "d", "g"]);
    expect(await of(asked({ dues: ["today"] }))).toEqual(["c", "g"]);
    expect(await of(asked({ dues: ["none"] }))).toEqual(["f"]);
  });

  test("of what was refused nothing is known: it stands in a list that asks nothing, and answers no question, nobody and no date among them", async () => {
    const { of } = aTaskDesk([refusedTask("altered"), refusedTask("left out", "withheld")]);
    expect(await of(asked({}))).toHaveLength(2);
    for (const filter of [{ assignees: ["nobody"] }, { dues: ["none"] }, { topics: ["t"] }, { dues: ["overdue"] }]) expect(await of(asked(filter))).toEqual([]);
  });

  test("of what is sealed without a signed day nobody knows that it has none", async () => {
    const { of } = aTaskDesk([sealedTask("told", { dueOn: "2026-11-22" }), sealedTask("not told")]);
    expect([await of(asked({ dues: ["none"] })), await of(asked({ dues: ["overdue"] })), await of(asked({ assignees: ["nobody"] }))]).toEqual([[], ["told"], ["not told", "told"]]);
  });

  test("by topic, and out of the way only with archived profiles that were signed", async () => {
    const { of } = aTaskDesk([
      openTask("a", { attributes: { topicIds: ["t1"] } }), openTask("b", { attributes: { topicIds: ["t2"], profileIds: ["p1"] }, word: { hiddenBy: "p1" } }),
      openTask("c", { attributes: { profileIds: ["p2"] }, word: { hiddenBy: "p1" } }),
    ]);
    expect(await of(asked({ topics: ["t1", "t2"] }))).toEqual(["a"]);
    expect(await of(asked({}))).toEqual(["a", "c"]);
  });

  test("by the words of what is open", async () => {
    const { of } = aTaskDesk([openTask("a", { payload: { title: "Renew passport", notes: "Town hall" } }), sealedTask("b")]);
    expect([await of({ ...asked({}), text: "town" }), await of({ ...asked({}), text: "lease" })]).toEqual([["a"], []]);
  });
});
