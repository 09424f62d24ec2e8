// @vitest-environment jsdom
/** The card on Home: one's own tasks from the one list that the page has, with their words as far as this device opens them. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { useAllTasksQuery } from "../../api/tasks";
import { InEnglish } from "../../i18n/testing/InEnglish";
import { aKeyring, type TestKeyring } from "../../items/testing";
import type { SealedItem } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import { YourTasks } from "./YourTasks";

const session = {
  user: { id: "me", name: "Clara" },
  account: { id: "hartmann", roleId: "owner", displayName: "Hartmann", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" },
  session: { id: "here" },
} as unknown as SessionInfo;

const STATUSES = [{ id: "todo", rank: "a", category: "open", builtin: "todo", default: true }];
const TOPICS = [{ id: "vehicle", rank: "a", parentId: null, version: 1, sealed: {}, later: [], audience: [] }];

let tasks: object[];
let asked: string[];
let refused: string[];
let opened: string[];
let keys: TestKeyring;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
  [tasks, asked, refused, opened] = [[], [], [], []];
  keys = aKeyring({
    showRecord: (kind, { id }: SealedItem) => {
      if (kind === "task") opened.push(id);
      if (id.startsWith("sealed")) return Promise.reject(Object.assign(new Error(), { name: "Sealed" }));
      return Promise.resolve({ payload: kind === "topic" ? { v: 1, name: "Vehicle" } : { v: 1, title: `Do ${id}` }, verified: Promise.resolve() });
    },
  });
  const answers: Record<string, () => object> = {
    "/api/roles": () => ({ data: [{ id: "owner", name: "Owner", permissions: { task: ["read", "create"], status: ["read"], topic: ["read"] } }, { id: "board", name: "Board", permissions: {} }] }),
    "/api/statuses": () => ({ data: STATUSES }),
    "/api/topics": () => ({ data: TOPICS }),
    "/task/get": () => ({ data: tasks, page: {}, sync: { seq: 1 } }),
  };
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    const answer = answers[url];
    return Promise.resolve(answer && !refused.includes(url) ? Response.json(answer()) : Response.json({ code: "internal", message: "Broken" }, { status: 500 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const task = (id: string, more: object = {}) =>
  ({ id, version: 1, sealed: {}, audience: ["board"], statusId: "todo", category: "open", rank: id, assigneeIds: ["me"], createdAt: "", updatedAt: "", ...more });

/** The list of tasks, wherever else it is read. */
function Elsewhere() {
  useAllTasksQuery();
  return null;
}

function draw(): void {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keys.keyring}>
              <YourTasks />
              <Elsewhere />
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
}

const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("the soonest five of one's own, with their topic and day; how many are open leads to all of them", async () => {
  tasks = [
    task("later", { dueOn: "2026-12-30" }),
    task("sixth", { dueOn: "2027-06-01" }),
    task("tomorrow", { dueOn: "2026-11-24" }),
    task("overdue", { dueOn: "2026-11-18", topicIds: ["vehicle"] }),
    task("in the week", { dueOn: "2026-11-27" }),
    task("today", { dueOn: "2026-11-23" }),
    task("of Jonas", { assigneeIds: ["jonas"], dueOn: "2026-11-01" }),
    task("done", { category: "done", dueOn: "2026-11-01" }),
  ];
  draw();
  await screen.findByText("Do overdue");
  await waitFor(() => expect(rows()[0]).toContain("Vehicle"));
  expect(rows()).toEqual(["Do overdueVehicleOverdue 18/11/2026", "Do todayToday", "Do tomorrowTomorrow", "Do in the week27/11/2026", "Do later30/12/2026"]);
  expect(screen.getByRole("link", { name: /^Do tomorrow/ }).getAttribute("href")).toBe("/tasks?open=tomorrow");
  expect(screen.getByRole("link", { name: "6 open" }).getAttribute("href")).toBe("/tasks?who=me");
  expect(screen.getByRole("link", { name: "New task" }).getAttribute("href")).toBe("/tasks?new");
});

test("nothing is opened that is not shown, and the account's tasks are read once for all of the page", async () => {
  tasks = Array.from({ length: 40 }, (_, at) => task(`t${String(at).padStart(2, "0")}`, { dueOn: `2027-01-${String((at % 28) + 1).padStart(2, "0")}` }));
  tasks.push(task("theirs", { assigneeIds: ["jonas"] }));
  draw();
  await screen.findByText("Do t00");
  expect(opened).toHaveLength(5);
  expect(asked.filter((url) => url === "/task/get")).toHaveLength(1);
});

test("what does not open keeps its place and has no title; locked, none has", async () => {
  tasks = [task("sealed one", { dueOn: "2026-11-24" }), task("open one", { dueOn: "2026-11-25" })];
  draw();
  await screen.findByText("Do open one");
  expect(within(screen.getAllByRole("listitem")[0] as HTMLElement).getByText(/No access/)).toBeTruthy();
  keys.become("locked");
  await waitFor(() => expect(screen.queryByText("Do open one")).toBeNull());
  expect(rows().every((text) => text.startsWith("Locked"))).toBe(true);
  expect(screen.queryByRole("link", { name: "New task" })).toBeNull();
});

test("with nothing to do it says so", async () => {
  tasks = [task("theirs", { assigneeIds: ["jonas"] })];
  draw();
  expect(await screen.findByText("No open tasks are assigned to you.")).toBeTruthy();
  expect(screen.queryByText(/open$/)).toBeNull();
});

test("tasks that did not load can be asked for again", async () => {
  refused = ["/task/get"];
  draw();
  expect(await screen.findByText("The tasks did not load")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
