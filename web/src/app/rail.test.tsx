// @vitest-environment jsdom
/** The rail: counts of what this device has verified, none where that is not known, and the saved filters as ways to their lists. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../api/auth";
import { baseApi } from "../api/baseApi";
import type { DeskHost } from "../desk/host";
import { DeskProvider } from "../desk/react";
import { deskHere } from "../desk/testing/host";
import { YourTasks } from "../features/dashboard/YourTasks";
import { InEnglish } from "../i18n/testing/InEnglish";
import { useDocuments } from "../lists/list/useDocuments";
import { aKeyring, aVerified, type TestKeyring } from "../lists/testing";
import type { RecordKind, SealedItem, VerifiedItem } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { SessionContext } from "../session/context";
import { DESK_KINDS } from "./deskKinds";
import PlaceCounts from "./rail/PlaceCounts";
import SavedFilters from "./rail/SavedFilters";
import { Tally } from "./rail/Tally";
import { usePlaceCounts } from "./rail/usePlaceCounts";
import { EMPTY, ROLE } from "./testing/forms";

const session = {
  user: { id: "me", name: "Clara" },
  account: { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", roleId: "owner", displayName: "Hartmann", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" },
  session: { id: "here" },
} as unknown as SessionInfo;

const answer = (id: string, word: object = {}) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, later: [], word: { version: 1, rank: id, hiddenBy: null, ...word } });

const LONG = "Everything about the house in Lindenstraße that runs out before the end of next year";
const FILTERS: Record<string, { entity: string; name: string; where: object }> = {
  soon: { entity: "document", name: LONG, where: { field: "expiresOn", op: "withinNext", value: "P60D" } },
  mine: { entity: "task", name: "Mine", where: { field: "assigneeIds", op: "hasAny", value: ["@me"] } },
  firms: { entity: "contact", name: "Firms", where: { field: "kind", op: "eq", value: "org" } },
  odd: { entity: "document", name: "Odd", where: { field: "shoe size", op: "eq", value: 44 } },
  other: { entity: "comment", name: "Of no list", where: {} },
};

/** What stands in the signed bytes. */
let facts: Record<string, VerifiedItem["attributes"]>;
let lists: Record<"task" | "document", string[]>;
let asked: string[];
let opened: string[];
let slow: Promise<void> | null;
let keys: TestKeyring;
let desk: DeskHost;

function verified(kind: RecordKind, id: string): VerifiedItem {
  if (kind === "status") return aVerified(kind, id, { category: id === "done" ? "done" : "open", ...(id === "done" && { outcome: "completed" }) });
  if (kind === "saved-filter") return aVerified(kind, id, { entity: FILTERS[id]?.entity ?? "" });
  return aVerified(kind, id, facts[id]);
}

function saying(kind: RecordKind, id: string): object {
  const filter = FILTERS[id];
  if (kind === "saved-filter" && filter) return { v: 1, sort: [], ...filter };
  return { v: 1, title: `Item ${id}`, name: id, category: "other" };
}

const PERMISSIONS = { task: ["read"], status: ["read"], document: ["read"], contact: ["read"], vendor: ["read"], profile: ["read"], savedFilter: ["read"] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
  [facts, lists, asked, opened, slow] = [{}, { task: [], document: [] }, [], [], null];
  desk = deskHere(DESK_KINDS);
  keys = aKeyring({
    showRecord: async (kind, { id }: SealedItem) => {
      opened.push(id);
      if (id.startsWith("slow")) await slow;
      if (id.startsWith("forged")) throw Object.assign(new Error(), { name: "ContentAlarm", kind: "altered" });
      if (keys.keyring.state().name !== "ready") return { item: verified(kind, id), contents: { closed: Object.assign(new Error(), { name: "Sealed" }) } };
      return { item: verified(kind, id), contents: { payload: saying(kind, id) } };
    },
  });
  const listOf = (ids: string[]) => ({ data: ids.map((id) => answer(id)), page: { total: 999 }, sync: { seq: 1 }, total: 999 });
  const answers: Record<string, () => object> = {
    "/api/roles": () => ({ ...EMPTY, data: [{ ...ROLE, word: { ...ROLE.word, permissions: PERMISSIONS } }] }),
    "/api/statuses": () => ({ data: ["todo", "done"].map((id) => answer(id)) }),
    "/task/get": () => listOf(lists.task),
    "/document": () => listOf(lists.document),
    "/api/saved-filters": () => listOf(Object.keys(FILTERS)),
  };
  vi.stubGlobal("fetch", (url: string) => {
    const path = url.replace(/\?.*/, "");
    asked.push(path);
    return Promise.resolve(Response.json(answers[path]?.() ?? EMPTY));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Documents() {
  useDocuments();
  return null;
}

/** As the rail has them, without what else stands in it. */
function Counted() {
  const { counts, counting } = usePlaceCounts();
  return (
    <>
      {counting}
      {["/tasks", "/documents", "/contacts", "/vendors"].map((path) => (
        <p key={path} data-testid={path}>
          {counts[path] ? <Tally count={counts[path]} /> : null}
        </p>
      ))}
    </>
  );
}

function draw(children: ReactNode, path = "/dashboard"): void {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter initialEntries={[path]}>
          <SessionContext value={session}>
            <KeyringProvider keyring={keys.keyring}>
              <DeskProvider host={desk}>{children}</DeskProvider>
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
}

const counted = () => ["/tasks", "/documents", "/contacts", "/vendors"].map((path) => screen.getByTestId(path).textContent.trim());

const HOME = (
  <>
    <Counted />
    <YourTasks />
    <Documents />
  </>
);

function someOfAll() {
  lists = { task: ["t1", "t2", "done1", "theirs", "forged1"], document: ["d1", "d2", "away", "forged2"] };
  facts = {
    t1: { statusId: "todo", assigneeIds: ["me"] },
    t2: { statusId: "todo", assigneeIds: ["me"] },
    done1: { statusId: "done", assigneeIds: ["me"] },
    theirs: { statusId: "todo", assigneeIds: ["jonas"] },
    d1: { expiresOn: "2026-12-10" },
    d2: { expiresOn: "2028-12-10" },
    away: { state: "archived" },
  };
}

test("one's open tasks and the documents in use are counted as they were signed; nothing that the server says is", async () => {
  someOfAll();
  draw(HOME);
  await waitFor(() => expect(counted()).toEqual(["2", "2", "", ""]));
});

test("a row that was refused is in no count", async () => {
  lists = { task: ["forged1"], document: ["d1", "forged2", "forged3"] };
  draw(HOME);
  await waitFor(() => expect(counted()).toEqual(["", "1", "", ""]));
});

test("locked, nothing is counted, also not what was", async () => {
  someOfAll();
  draw(HOME);
  await waitFor(() => expect(counted()).toEqual(["2", "2", "", ""]));
  keys.become("locked");
  desk.renew();
  await waitFor(() => expect(counted()).toEqual(["", "", "", ""]));
});

test("nothing is counted before all of it is read", async () => {
  // Opened in steps: the first of them is on the desk long before the last.
  lists.document = [...Array.from({ length: 256 }, (_, at) => `d${at}`), "slow"];
  let read = () => undefined as void;
  slow = new Promise((resolve) => (read = resolve));
  draw(HOME);
  await waitFor(() => expect(opened).toContain("slow"));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(counted()).toEqual(["", "", "", ""]);
  read();
  await waitFor(() => expect(counted()).toEqual(["", "257", "", ""]));
});

test("a count asks the server for nothing: where no page has a list, there is none", async () => {
  someOfAll();
  draw(
    <>
      <PlaceCounts onCount={() => expect.unreachable()} />
      <SavedFilters />
    </>,
  );
  await screen.findByRole("link", { name: "Mine" });
  expect([...new Set(asked)].toSorted()).toEqual(["/api/roles", "/api/saved-filters"]);
});

test("each saved filter leads to its list and says how many this device finds; one that cannot be asked says nothing", async () => {
  someOfAll();
  draw(
    <>
      <SavedFilters />
      <YourTasks />
      <Documents />
    </>,
    "/documents?filter=soon",
  );
  const soon = await screen.findByRole("link", { name: `${LONG} 1` });
  expect(soon.getAttribute("href")).toBe("/documents?filter=soon");
  expect(soon.getAttribute("title")).toBe(LONG);
  expect(soon.getAttribute("aria-current")).toBe("page");
  const mine = await screen.findByRole("link", { name: "Mine 3" });
  expect(mine.getAttribute("href")).toBe("/tasks?filter=mine&view=list");
  expect(mine.getAttribute("aria-current")).toBeNull();
  expect(screen.getByRole("link", { name: "Firms" }).getAttribute("href")).toBe("/contacts?filter=firms");
  expect(screen.getByRole("link", { name: "Odd" })).toBeTruthy();
  expect(screen.queryByText("Of no list")).toBeNull();
  expect(screen.getByRole("group", { name: "Saved filters" })).toBeTruthy();
});

test("locked, no filter has a name here", async () => {
  draw(<SavedFilters />);
  await screen.findByRole("link", { name: "Mine" });
  keys.become("locked");
  desk.renew();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Mine" })).toBeNull());
});
