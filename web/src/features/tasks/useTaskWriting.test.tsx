// @vitest-environment jsdom
/** A change signs what its person changed: no word of the server's moves, drops or adds a date. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import type { TaskAnswer } from "../../api/tasks";
import { itemOf } from "../../lists/item";
import { TASK, type TaskItem } from "../../lists/kinds/task";
import { aKeyring, aVerified } from "../../lists/testing";
import { KeyringProvider } from "../../keyring/react";
import type { TaskPayload } from "../../payloads/task";
import { contentsOf, type Contents } from "./contents";
import { useRevise } from "./useTaskWriting";

const RULE = "FREQ=MONTHLY\nfixed\nEurope/Berlin\n";
const PAYLOAD: TaskPayload = { v: 1, title: "Meters" };

let sealed: { payload: object; attrs: object }[];
let taskDates: boolean;
let answers: object[];

const { keyring } = aKeyring({});
Object.assign(keyring, {
  sealRecord: ({ payload, attrs }: { payload: object; attrs: object }) => {
    sealed.push({ payload, attrs });
    return Promise.resolve({});
  },
  discloses: () => Promise.resolve({ taskDates, documentExpiry: true, assignees: true }),
});

beforeEach(() => {
  [sealed, taskDates, answers] = [[], true, []];
  vi.stubGlobal("fetch", () => {
    const answer = answers.shift();
    return Promise.resolve(answer ? Response.json(answer) : Response.json({ code: "internal", message: "Broken" }, { status: 500 }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function around({ children }: { children: ReactNode }) {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  return (
    <Provider store={store}>
      <KeyringProvider keyring={keyring}>{children}</KeyringProvider>
    </Provider>
  );
}

function task(word: object = {}): TaskItem {
  const answer = { id: "t", version: 3, sealed: {}, later: [], word: { rank: "m", hiddenBy: null, occurrence: 2, nextDueOn: null, ...word } } as unknown as TaskAnswer;
  return itemOf(TASK, answer, aVerified("task", "t", { statusId: "todo", dueOn: "2026-01-31", dueTime: "09:00", recurrence: RULE }));
}

/** Saves what the person made of the task; whatever becomes of it, this is what was sealed. */
async function saved(item: TaskItem, patch: (contents: Contents) => Contents) {
  const { result } = renderHook(useRevise, { wrapper: around });
  const before = contentsOf(item, PAYLOAD);
  await result.current({ item, contents: before }, patch(before)).catch(() => undefined);
  return sealed;
}

const renamed = (contents: Contents): Contents => ({ ...contents, payload: { ...contents.payload, title: "Read the meters" } });

test.each([
  ["another next date", true, { nextDueOn: "2026-06-30" }],
  ["another next date, and that it may see none", false, { nextDueOn: "2026-06-30" }],
  ["that it may see none", false, {}],
])("a new title is signed alone where the server says %s", async (_what, told, word) => {
  taskDates = told;
  expect(await saved(task(word), renamed)).toEqual([{ payload: { v: 1, title: "Read the meters" }, attrs: {} }]);
});

test("a refusal because of dates moves none that nobody touched", async () => {
  answers = [{ data: [], errors: [{ id: "t", code: "failed_precondition", message: "", details: { reason: "disclosure_off" } }] }];
  expect(await saved(task({ nextDueOn: "2026-06-30" }), renamed)).toEqual([{ payload: { v: 1, title: "Read the meters" }, attrs: {} }]);
});

test("a date that the person changes is signed as they typed it, or stands among the sealed words", async () => {
  const moved = (contents: Contents): Contents => ({ ...contents, dueOn: "2026-03-01" });
  expect(await saved(task({ nextDueOn: "2026-06-30" }), moved)).toEqual([{ payload: PAYLOAD, attrs: { dueOn: "2026-03-01" } }]);
  [sealed, taskDates] = [[], false];
  const [hidden] = await saved(task({ nextDueOn: "2026-06-30" }), moved);
  expect(hidden).toEqual({ payload: { ...PAYLOAD, dueOn: "2026-03-01" }, attrs: { dueOn: null, dueTime: null, recurrence: null } });
});
