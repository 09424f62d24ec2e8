// @vitest-environment jsdom
/** The card on Home: one's own tasks from the one list that the page has, with their words as far as this device opens them. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../api/auth";
import { baseApi } from "../api/baseApi";
import { useAllTasksQuery } from "../api/tasks";
import type { DeskHost } from "../desk/host";
import { DeskProvider } from "../desk/react";
import { deskHere } from "../desk/testing/host";
import { InEnglish } from "../i18n/testing/InEnglish";
import { aKeyring, aVerified, type TestKeyring } from "../lists/testing";
import type { Missing, RecordKind, SealedItem, VerifiedItem } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { SessionContext } from "../session/context";
import { DESK_KINDS } from "./deskKinds";
import { YourTasks } from "../features/dashboard/YourTasks";
import { EMPTY, ROLE } from "./testing/forms";

const session = {
  user: { id: "me", name: "Clara" },
  account: { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", roleId: "owner", displayName: "Hartmann", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" },
  session: { id: "here" },
} as unknown as SessionInfo;

/** What the server answers of an item: nothing that is drawn, but for its word. */
const answer = (id: string, word: object = {}) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, later: [], word: { version: 1, rank: id, ...word } });

/** What stands in the signed bytes of a task. */
interface Task {
  id: string;
  attributes: VerifiedItem["attributes"];
  word: object;
  said?: object;
}

const STATUS: Record<string, string> = { todo: "open", done: "done" };

let tasks: Task[];
let asked: string[];
let refused: string[];
let opened: string[];
let withheld: Missing[];
/** The keys open nothing at this moment, and nobody can look. */
let unlookable: boolean;
let keys: TestKeyring;
let desk: DeskHost;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
  [tasks, asked, refused, opened, withheld, unlookable] = [[], [], [], [], [], false];
  desk = deskHere(DESK_KINDS);
  keys = aKeyring({
    missing: (kind) => Promise.resolve(kind === "task" ? withheld : []),
    showRecord: (kind, { id }: SealedItem) => {
      if (unlookable) return Promise.reject(Object.assign(new Error(), { name: "NotInThisState" }));
      if (kind === "task") opened.push(id);
      if (id.startsWith("forged")) return Promise.reject(Object.assign(new Error(), { name: "ContentAlarm", kind: "altered" }));
      const isClosed = id.startsWith("sealed") || keys.keyring.state().name !== "ready";
      return Promise.resolve({ item: verified(kind, id), contents: isClosed ? { closed: Object.assign(new Error(), { name: "Sealed" }) } : { payload: saying(kind, id) } });
    },
  });
  const answers: Record<string, () => object> = {
    "/api/roles": () => ({ ...EMPTY, data: [
      { ...ROLE, word: { ...ROLE.word, permissions: { task: ["read", "create"], status: ["read"], topic: ["read"] } } },
      { ...ROLE, id: "board", name: "Board", word: { ...ROLE.word, permissions: {} } },
    ] }),
    "/api/statuses": () => ({ data: Object.keys(STATUS).map((id) => answer(id)) }),
    "/api/topics": () => ({ data: [answer("vehicle")] }),
    "/task/get": () => ({ data: tasks.map(({ id, word, said }) => ({ ...answer(id, word), ...said })), page: {}, sync: { seq: 1 } }),
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

const task = (id: string, attributes: Task["attributes"] = {}, { word = {}, said = {} }: Pick<Partial<Task>, "word" | "said"> = {}): Task =>
  ({ id, attributes: { statusId: "todo", assigneeIds: ["me"], ...attributes }, word, said });

function verified(kind: RecordKind, id: string): VerifiedItem {
  if (kind === "status") return aVerified(kind, id, { category: STATUS[id], ...(id === "done" && { outcome: "completed" }) });
  const audience = ["board"] as unknown as VerifiedItem["audience"];
  return aVerified(kind, id, tasks.find((one) => one.id === id)?.attributes, { audience });
}

function saying(kind: RecordKind, id: string): object {
  if (kind === "task") return { v: 1, title: `Do ${id}` };
  return { v: 1, name: kind === "topic" ? "Vehicle" : id };
}

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
              <DeskProvider host={desk}>
                <YourTasks />
                <Elsewhere />
              </DeskProvider>
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
    task("done", { statusId: "done", dueOn: "2026-11-01" }),
  ];
  draw();
  await screen.findByText("Do overdue");
  await waitFor(() => expect(rows()[0]).toContain("Vehicle"));
  expect(rows()).toEqual(["Do overdueVehicleOverdue 18/11/2026", "Do todayToday", "Do tomorrowTomorrow", "Do in the week27/11/2026", "Do later30/12/2026"]);
  expect(screen.getByRole("link", { name: /^Do tomorrow/ }).getAttribute("href")).toBe("/tasks?open=tomorrow");
  expect(screen.getByRole("link", { name: "6 open" }).getAttribute("href")).toBe("/tasks?who=me");
  expect(screen.getByRole("link", { name: "New task" }).getAttribute("href")).toBe("/tasks?new");
});

test("every task is verified once, and the account's tasks are read once for all of the page", async () => {
  tasks = Array.from({ length: 40 }, (_, at) => task(`t${String(at).padStart(2, "0")}`, { dueOn: `2027-01-${String((at % 28) + 1).padStart(2, "0")}` }));
  tasks.push(task("theirs", { assigneeIds: ["jonas"] }));
  draw();
  await screen.findByText("Do t00");
  expect([...opened].sort()).toEqual(tasks.map(({ id }) => id).sort());
  expect(asked.filter((url) => url === "/task/get")).toHaveLength(1);
});

test("what does not open keeps its place and has no title; locked, none has", async () => {
  tasks = [task("sealed one", { dueOn: "2026-11-24" }), task("open one", { dueOn: "2026-11-25" })];
  draw();
  await screen.findByText("Do open one");
  expect(within(screen.getAllByRole("listitem")[0] as HTMLElement).getByText(/No access/)).toBeTruthy();
  keys.become("locked");
  desk.renew();
  await waitFor(() => expect(screen.queryByText("Do open one")).toBeNull());
  expect(rows().every((text) => text.startsWith("Locked"))).toBe(true);
  expect(screen.queryByRole("link", { name: "New task" })).toBeNull();
});

test("whose a task is and when it is due is what was signed, whatever the answer says; one that was altered is nobody's", async () => {
  const lie = { said: { assigneeIds: ["me"], statusId: "todo", category: "open", dueOn: "2026-11-01" } };
  tasks = [task("mine", { dueOn: "2026-11-24" }, lie), task("of Jonas", { assigneeIds: ["jonas"] }, lie), task("forged", {}, lie)];
  draw();
  await screen.findByText("Do mine");
  expect(rows()).toEqual(["Do mineTomorrow"]);
});

test("one that is withheld keeps a row with that word: it could be one's own, and nothing says that there is nothing to do", async () => {
  withheld = [{ id: "gone", is: "withheld", title: "Pay the notary" }];
  tasks = [task("theirs", { assigneeIds: ["jonas"] })];
  draw();
  const row = await screen.findByRole("link", { name: "Withheld Pay the notary" });
  expect(row.getAttribute("href")).toBe("/tasks?open=gone");
  expect(screen.queryByText("No open tasks are assigned to you.")).toBeNull();
});

test("with nothing to do it says so", async () => {
  tasks = [task("theirs", { assigneeIds: ["jonas"] })];
  draw();
  expect(await screen.findByText("No open tasks are assigned to you.")).toBeTruthy();
  expect(screen.queryByText(/open$/)).toBeNull();
});

test("locked, where nobody can look whose they are, it does not say that there is nothing to do", async () => {
  tasks = [task("mine")];
  draw();
  await screen.findByText("Do mine");
  unlookable = true;
  keys.become("locked");
  desk.renew();
  await waitFor(() => expect(screen.queryByText("Do mine")).toBeNull());
  expect(await screen.findByText("Locked")).toBeTruthy();
  expect(screen.queryByText("No open tasks are assigned to you.")).toBeNull();
});

test("tasks that did not load can be asked for again", async () => {
  refused = ["/task/get"];
  draw();
  expect(await screen.findByText("The tasks did not load")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
