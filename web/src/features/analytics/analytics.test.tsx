// @vitest-environment jsdom
/** The page in each of its states: figures, their tables and files, nothing yet, a failure in its place, no right, no plan. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import type { AnalyticsQuery } from "../../api/analytics";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { SessionInfo } from "../../api/auth";
import { SessionContext } from "../../session/context";
import * as saving from "../../browser/saveBlob";
import Analytics from "./Analytics";

type Rows = (string | number | boolean | null)[][];
const ROWS: Record<string, Rows> = {
  v_expiry_outlook: [["2026-11-01", 5, 2, 3], ["2027-03-01", 4, 0, 0]],
  v_tasks_daily: [["2026-11-23", 3, 1, 1]],
  v_task_flow: [["2026-01-01", null, "open", 6], ["2026-11-20", "open", "active", 2]],
  v_activity_daily: [["2026-11-24", "success", 41], ["2026-11-24", "denied", 1]],
  v_storage_daily: [["2026-11-02", 2_500_000, 3]],
  v_members: [["owner", "2026-11-27", 1, true], ["member", null, 0, false]],
};

let asked: AnalyticsQuery[];
let rows: Record<string, Rows>;
let failing: Set<string>;
let permissions: object;
let features: string[];
let never: boolean;
let saved: [string, string][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T12:00:00Z") });
  [asked, rows, failing, permissions, features, never, saved] = [[], ROWS, new Set(), { analytics: ["query"], billing: ["manage"] }, ["analytics"], false, []];
  vi.spyOn(saving, "saveBlob").mockImplementation((blob, name) => void blob.text().then((text) => saved.push([name, text])));
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit = {}) => {
    if (!url.startsWith("/api/analytics")) {
      const role = { id: "analyst", name: "Analyst", word: { description: "", system: true, permissions, memberCount: 1, version: 1 } };
      return Promise.resolve(Response.json({ data: [role], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }));
    }
    const query = JSON.parse(body as string) as AnalyticsQuery;
    asked.push(query);
    if (never) return new Promise(() => undefined);
    if (failing.has(query.view)) return Promise.resolve(Response.json({ code: "unavailable", message: "Not now.", details: {}, requestId: "r1" }, { status: 503 }));
    return Promise.resolve(Response.json({ data: { columns: query.select, rows: rows[query.view] ?? [], more: false } }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(search = "") {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  const session = {
    user: { id: "joel", name: "Joel" },
    session: { id: "here", impersonatedBy: null },
    account: {
      id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", roleId: "analyst", displayName: "Hawthorne", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC", state: "active",
      plan: { id: "family", limits: { features } },
    },
  } as unknown as SessionInfo;
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter initialEntries={[`/analytics${search}`]}>
          <SessionContext value={session}>
            <Analytics />
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
}

const cardOf = (title: string): HTMLElement | null | undefined => screen.queryByText(title, { selector: "h2" })?.closest("section");

/** When it has been answered. */
async function figure(title: string): Promise<HTMLElement> {
  await waitFor(() => expect(cardOf(title)?.querySelector("[aria-busy]")).toBeNull());
  return cardOf(title) ?? document.body;
}

test("every figure is a picture with a name, says whose word it is, and has a table with the same numbers", async () => {
  open();
  for (const title of ["What expires when", "Tasks created and completed", "Open work", "Activity", "Storage"]) {
    const card = await figure(title);
    expect((await within(card).findByRole("img")).getAttribute("aria-label")).toContain(title);
    expect(card.closest("[data-word]")).not.toBeNull();
    fireEvent.click(within(card).getByRole("button", { name: `Show as table: ${title}` }));
    expect(within(card).queryByRole("img")).toBeNull();
    expect(within(card).getByRole("table")).toBeTruthy();
    fireEvent.click(within(card).getByRole("button", { name: `Show as chart: ${title}` }));
    expect(within(card).getByRole("img")).toBeTruthy();
  }
  expect(screen.getByText("Counted by the server, without opening anything. Days are in UTC.")).toBeTruthy();
});

test("the table of a figure says what the server answered", async () => {
  open();
  const card = await figure("What expires when");
  fireEvent.click(await within(card).findByRole("button", { name: /^Show as table/ }));
  const row = within(card).getByRole("row", { name: /^November 2026/ });
  expect(within(row).getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["2", "3", "2"]);
  const members = await figure("Members");
  expect(within(within(members).getByRole("row", { name: /^Owner/ })).getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["1", "1", "1"]);
});

test("bars are as high as their numbers, and no number is in the colour alone", async () => {
  open();
  const card = await figure("Activity");
  const drawn = await within(card).findByRole("img");
  const bar = drawn.querySelector<HTMLElement>("[title*='Carried out: 41']");
  expect(bar?.title).toContain("Refused or failed: 1");
  expect([...(bar?.querySelectorAll("i") ?? [])].map((part) => part.style.blockSize)).toEqual(["82%", "2%"]);
  expect(within(card).getByText("Refused or failed")).toBeTruthy();
});

test("a figure is saved as CSV, with days as programs read them", async () => {
  open();
  const card = await figure("Storage");
  fireEvent.click(await within(card).findByRole("button", { name: "Save as CSV: Storage" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [name, text] = saved[0] ?? ["", ""];
  expect(name).toBe("storage-2026-11-27.csv");
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toContain("Week from,Size,Files");
  expect(lines.at(-1)).toBe("2026-11-23,2500000,3");
});

test("a figure that does not load says so in its place and is asked again; the others stand", async () => {
  failing.add("v_storage_daily");
  open();
  const card = await figure("Storage");
  await within(card).findByText("This figure did not load");
  expect(within(await figure("Activity")).getByRole("img")).toBeTruthy();
  failing.clear();
  fireEvent.click(within(card).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(cardOf("Storage")?.querySelector("[role=img]")).not.toBeNull());
});

test("an account in which nothing has happened says so in each figure", async () => {
  rows = {};
  open();
  await within(await figure("Activity")).findByText("Nothing happened in this time.");
  for (const text of ["No document expires in these months.", "No task was created or completed in this time.", "There was no open task in this time.", "No file is stored yet."])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /CSV/ })).toBeNull();
});

test("while it waits each figure keeps its place", async () => {
  never = true;
  open();
  await waitFor(() => expect(cardOf("Storage")?.querySelector("[aria-busy]")).not.toBeNull());
  expect(document.querySelectorAll("section [aria-busy]")).toHaveLength(6);
});

test("the period stands in the address, and decides what is asked", async () => {
  open("?range=month");
  await within(await figure("Activity")).findByRole("img");
  expect(asked.find(({ view }) => view === "v_tasks_daily")?.where?.[0]?.value).toBe("2026-10-29");
  expect(screen.getByRole("link", { name: "30 days" }).getAttribute("aria-current")).toBe("page");
});

test("without the right, or without the feature, nothing is asked and the page says why", async () => {
  permissions = { account: ["read"] };
  open();
  await screen.findByText("Your role cannot see analytics");
  cleanup();
  [permissions, features] = [{ analytics: ["query"], billing: ["manage"] }, []];
  open();
  await screen.findByText("Your plan has no analytics");
  expect((await screen.findByRole("link", { name: "Change plan" })).getAttribute("href")).toBe("/subscribe");
  expect(asked).toEqual([]);
});

test("a question of one's own is answered as a table, and saved as it came", async () => {
  rows = { ...ROWS, v_documents: [["active", 12], ["=draft", 3]] };
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Show result" }));
  const table = await screen.findByRole("region", { name: "Result" });
  expect(asked.at(-1)).toEqual({ view: "v_documents", select: ["lifecycle", "count(*)"], groupBy: ["lifecycle"], limit: 1000 });
  expect(within(table).getAllByRole("row").map((row) => row.textContent)).toEqual(["lifecyclecount(*)", "active12", "=draft3"]);
  fireEvent.click(screen.getByRole("button", { name: "Save as CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.[1]).toContain("'=draft,3");
});
