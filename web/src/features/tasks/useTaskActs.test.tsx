// @vitest-environment jsdom
/** What a move tells: of dates only when a time of a task that repeats was finished by it. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import type { TaskAnswer } from "../../api/tasks";
import type { StatusEntry } from "../../lists/boards/statuses";
import type * as Statuses from "../../lists/boards/statuses";
import { DeskProvider } from "../../desk/react";
import { deskHere } from "../../desk/testing/host";
import { InEnglish } from "../../i18n/testing/InEnglish";
import { itemOf } from "../../lists/item";
import { TASK } from "../../lists/kinds/task";
import { aKeyring, aVerified } from "../../lists/testing";
import { KeyringProvider } from "../../keyring/react";
import { taskDesk } from "./desk";
import { useTaskActs } from "./useTaskActs";

const status = (id: string, category: string): StatusEntry =>
  ({ id, name: id, category, outcome: category === "done" ? "completed" : null, default: id !== "doing", movedTo: null }) as unknown as StatusEntry;
const [todo, doing, done] = [status("todo", "open"), status("doing", "open"), status("done", "done")];

const told = vi.hoisted(() => [] as string[]);
vi.mock("../../lists/boards/statuses", async (original) => ({ ...(await original<typeof Statuses>()), useStatuses: () => [todo, doing, done] }));
vi.mock("../../lists/people/people", () => ({ useMembers: () => [] }));
vi.mock("../../components/notices", () => ({
  tell: ({ title }: { title: string }) => told.push(title),
  tellFailure: (title: string) => told.push(title),
}));

const RULE = "FREQ=MONTHLY\nfixed\nUTC\n";
let statusId: string;
let id: string;
/** Beside every answer: a date that the rule does not have. */
const WORD = { rank: "m", hiddenBy: null, occurrence: 3, nextDueOn: "2131-06-17", closedAt: null, commentCount: 0 };
const verified = (revision: number) => aVerified("task", id, { statusId, dueOn: "2026-01-31", recurrence: RULE }, { revision });

const { keyring } = aKeyring({
  signAttrs: (_kind: string, _item: object, attrs: { statusId: string }) => {
    statusId = attrs.statusId;
    return Promise.resolve({ attrs });
  },
  verify: () => Promise.resolve([verified(5)]),
} as unknown as Parameters<typeof aKeyring>[0]);
Object.assign(keyring, { openRecord: () => Promise.resolve({ v: 1, title: "Meters" }) });

beforeEach(() => {
  statusId = "todo";
  told.splice(0);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: [{ id, word: { ...WORD, version: 5 }, sealed: { dataB64u: "" }, later: [] }], errors: [] })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const desk = deskHere([taskDesk]);

function around({ children }: { children: ReactNode }) {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  return (
    <InEnglish>
      <Provider store={store}>
        <KeyringProvider keyring={keyring}>
          <DeskProvider host={desk}>{children}</DeskProvider>
        </KeyringProvider>
      </Provider>
    </InEnglish>
  );
}

test.each([
  ["between open columns no next date is compared", doing, "Moved “Meters” to doing"],
  ["with the completion of one time it is, and a wrong one is called so", done, "The server's next date is wrong"],
])("%s", async (_what, to, notice) => {
  // What was left by one move is where the next begins.
  id = to.id;
  const { result } = renderHook(useTaskActs, { wrapper: around });
  const item = itemOf(TASK, { id, version: 4, sealed: {}, later: [], word: WORD } as unknown as TaskAnswer, verified(4));
  expect(await result.current.move({ item, payload: { v: 1, title: "Meters" } }, to)).not.toBeNull();
  expect(told).toEqual([notice]);
});
