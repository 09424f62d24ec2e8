/** What "Complete" signs follows from what was signed; nobody is named for what only the server says. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { TaskAnswer } from "../../api/tasks";
import type { StatusEntry } from "../../lists/boards/statuses";
import { itemOf } from "../../lists/item";
import { TASK, type TaskItem } from "../../lists/kinds/task";
import { aVerified } from "../../lists/testing";
import type { Keyring } from "../../keyring/contract";
import type { Person } from "../../lists/people/people";
import { moved } from "./moving";

const status = (id: string, category: string): StatusEntry => ({ id, name: id, category, outcome: category === "done" ? "completed" : null }) as unknown as StatusEntry;
const [todo, done] = [status("todo", "open"), status("done", "done")];
const say = (_id: string, message: string, values: Record<string, unknown> = {}) => message.replace(/\{(\w+)\}/gu, (_all, name: string) => String(values[name]));
const members = [{ id: "eve", name: "Eve Adams" }] as unknown as Person[];

let signed: unknown[];
const keyring = {
  openRecord: () => Promise.resolve({ v: 1, title: "Meters" }),
  signAttrs: (_kind: string, _item: object, attrs: object) => {
    signed.push(attrs);
    return Promise.resolve({ attrs });
  },
} as unknown as Keyring;

beforeEach(() => {
  signed = [];
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-10T12:00:00Z") });
});
afterEach(() => void vi.useRealTimers());

interface Given {
  rule?: string | null;
  count?: number;
  word?: object;
  revision?: number;
  statusId?: string;
  author?: string;
}

function task({ rule = "FREQ=MONTHLY", count, word = {}, revision = 4, statusId = "todo", author = "eve" }: Given = {}): TaskItem {
  const answer = { id: "t", version: revision, sealed: {}, later: [], word: { rank: "m", hiddenBy: null, occurrence: 1, nextDueOn: null, ...word } } as unknown as TaskAnswer;
  const recurrence = rule === null ? {} : { recurrence: `${rule}\nfixed\nUTC\n${count ?? ""}` };
  return itemOf(TASK, answer, aVerified("task", "t", { statusId, dueOn: "2026-01-05", ...recurrence }, { revision, author }));
}

const complete = (now: TaskItem, begun = now, shown = begun) =>
  moved({ keyring, shown, begun, status: done, place: undefined, again: todo, statuses: [todo, done], say: say, members }, now);

test.each<[string, Given, string]>([
  ["a rule without an end goes on, whatever the server counts", { word: { occurrence: 9999, nextDueOn: "2131-01-05" } }, "todo"],
  ["a rule whose last day is far away goes on, too", { rule: "FREQ=MONTHLY;UNTIL=20361231", word: { occurrence: 500, nextDueOn: "2036-12-05" } }, "todo"],
  ["one that is over by its own last day ends, and no count prolongs it", { rule: "FREQ=MONTHLY;UNTIL=20260131", word: { occurrence: 1, nextDueOn: null } }, "done"],
  ["one with so many dates as were signed for ends with the last of them", { count: 1 }, "done"],
  ["what does not repeat is done", { rule: null, word: { nextDueOn: "2026-02-05", occurrence: 3 } }, "done"],
])("%s", async (_what, given, statusId) => {
  const { ops } = await complete(task(given));
  expect(signed).toEqual([{ statusId }]);
  expect(ops).toContainEqual({ op: "complete", outcome: "completed" });
});

test.each([[2, "todo"], [3, "done"]])("only where the end is a number of times that nobody signs does the server's count decide: at %i", async (occurrence, statusId) => {
  await complete(task({ count: 3, word: { occurrence, nextDueOn: "2026-02-05" } }));
  expect(signed).toEqual([{ statusId }]);
});

test("whoever signed that it is done is named, and nobody for the count of the server", async () => {
  const begun = task({ revision: 4 });
  await expect(complete(task({ revision: 5, statusId: "done", rule: null }), task({ revision: 4, rule: null }))).rejects.toThrow("Eve Adams already finished it");
  const counted = complete(task({ revision: 5, word: { occurrence: 2 } }), begun);
  await expect(counted).rejects.toThrow("The server says that this time is finished already");
  await expect(counted).rejects.not.toThrow("Eve");
  expect(signed).toEqual([]);
});

test("a count that moves while nothing is signed holds nothing up", async () => {
  const shown = task();
  await complete(task({ word: { occurrence: 7 } }), shown);
  expect(signed).toEqual([{ statusId: "todo" }]);
  signed = [];
  await complete(task({ word: { occurrence: 7 } }), task({ word: { occurrence: 7 } }), shown);
  expect(signed).toEqual([{ statusId: "todo" }]);
});

test("a second press after this page has finished what was shown finishes no next one", async () => {
  const begun = task({ revision: 5, word: { occurrence: 2 } });
  expect(await complete(begun, begun, task({ revision: 4 }))).toEqual({ id: "t", ops: [] });
  expect(signed).toEqual([]);
});

test("between open columns a task that repeats takes the status alone with it, whatever the server says of its dates meanwhile", async () => {
  const doing = status("doing", "open");
  const shown = task({ revision: 4 });
  const now = task({ revision: 5, word: { occurrence: 7, nextDueOn: "2131-01-05" } });
  const change = await moved({ keyring, shown, begun: shown, status: doing, place: undefined, again: todo, statuses: [todo, doing, done], say, members }, now);
  expect(signed).toEqual([{ statusId: "doing" }]);
  expect(change).toMatchObject({ version: 5, ops: [] });
});
