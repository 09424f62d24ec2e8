// @vitest-environment jsdom
/** A list of the desk on its page: what stands there, what goes when the device locks, and where nothing of it is left behind. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { workerHere } from "../desk/testing/worker";
import Contacts from "../features/contacts/Contacts";
import Documents from "../features/documents/Documents";
import { DeskContext, type UploadDesk } from "../features/documents/uploads/uploads";
import { aVerified } from "../lists/testing";
import type { KeyState, RecordKind } from "../keyring/contract";
import type * as appWorkers from "../browser/appWorkers";
import { Desk } from "./Desk";
import { DESK_KINDS } from "./deskKinds";
import { show } from "./testing/forms";

vi.mock("../browser/appWorkers", (): Pick<typeof appWorkers, "startDeskWorker"> => ({ startDeskWorker: () => workerHere(DESK_KINDS) as Worker }));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Said {
  name: string;
  state?: string;
  email?: string;
  expiresOn?: string;
  deleted?: boolean;
  notes?: string;
  refused?: boolean;
}

const CANARY = "kingfisher-4471";

/** How items of a kind are called, and what they say. */
interface Listed {
  path: RegExp;
  draw: () => ReactNode;
  payload: (said: Said) => object;
}

const CONTACTS: Listed = {
  path: /^\/contact$/,
  draw: () => <Contacts />,
  payload: ({ name, email, notes = "" }) => ({ v: 1, kind: "individual", name: { full: name }, notes, ...(email === undefined ? {} : { emails: [{ address: email }] }) }),
};

const DOCUMENTS: Listed = {
  path: /^\/document$/,
  draw: () => (
    <DeskContext value={{} as UploadDesk}>
      <Documents />
    </DeskContext>
  ),
  payload: ({ name, notes = "" }) => ({ v: 1, title: name, notes }),
};

function aList(said: readonly Said[], { path, draw, payload }: Listed = CONTACTS) {
  let state = { name: "ready", locksAt: Number.MAX_SAFE_INTEGER, deviceId: "device" } as KeyState;
  const listeners = new Set<() => void>();
  const idOf = (at: number) => `item ${at}`;
  const data = said.map((_, at) => ({ id: idOf(at), sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, word: { version: 1 } }));
  const rig = show(
    () => <Desk>{draw()}</Desk>,
    [[path, { data, page: { limit: 200, nextCursor: null }, sync: { seq: 1 } }]],
    {
      state: () => state,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      showRecord: (kind: RecordKind, { id }: { id: string }) => {
        const one = said[Number(id.split(" ")[1])] ?? { name: "" };
        if (one.refused) return Promise.reject(Object.assign(new Error("altered"), { name: "ContentAlarm", kind: "altered", code: "data_loss" }));
        const item = aVerified(kind, id, { state: one.state ?? "active", ...(one.expiresOn !== undefined && { expiresOn: one.expiresOn }) });
        if (state.name !== "ready") return Promise.resolve({ item, contents: { closed: Object.assign(new Error("sealed"), { name: "Sealed", code: "permission_denied" }) } });
        if (one.deleted) return Promise.resolve({ item: { ...item, deleted: true }, contents: { payload: payload(one) } });
        return Promise.resolve({ item, contents: { payload: payload(one) } });
      },
      lastTitle: () => Promise.resolve("What it was called"),
      whenProven: () => new Promise(() => undefined),
    },
  );
  const become = (name: KeyState["name"]) => {
    state = { ...state, name } as KeyState;
    for (const listener of [...listeners]) listener();
  };
  return { ...rig, become };
}

const names = () => screen.queryAllByRole("row", { hidden: true }).flatMap((row) => row.getAttribute("aria-label") ?? []);

test("rows stand by name, the archive is out of the way, and a word finds what holds it anywhere", async () => {
  aList([{ name: "Zoë" }, { name: "Anna", notes: "Knows the ferryman" }, { name: "Old", state: "archived" }]);
  await waitFor(() => expect(names()).toEqual(["Anna", "Zoë"]));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ferry" } });
  await waitFor(() => expect(names()).toEqual(["Anna"]));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nobody at all" } });
  expect(await screen.findByText("No results")).toBeDefined();
});

test("an empty list says how it begins", async () => {
  aList([]);
  expect(await screen.findByRole("button", { name: "Import and export" })).toBeDefined();
  expect(names()).toEqual([]);
});

test("what was refused is in sight until something is asked of it that nobody knows", async () => {
  aList([{ name: "Anna" }, { name: "", refused: true }]);
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(screen.getByText("What it was called")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Kind" }));
  fireEvent.click(await screen.findByText("Person"));
  await waitFor(() => expect(names()).toEqual(["Anna"]));
});

test("who is likely the same contact is found by the desk", async () => {
  aList([{ name: "Anna", email: "anna@example.test" }, { name: "A. Berg", email: "Anna@example.test " }, { name: "Ben", email: "ben@example.test" }]);
  await waitFor(() => expect(names()).toHaveLength(3));
  const row = screen.getAllByRole("row").find((one) => one.getAttribute("aria-label") === "Anna");
  if (row) fireEvent.click(row);
  expect(await screen.findByRole("button", { name: "A. Berg" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Ben" })).toBeNull();
});

test("documents stand by their last day, and the archive and what was deleted are out of the way", async () => {
  aList([
    { name: "Without" }, { name: "Later", expiresOn: "2029-01-01" }, { name: "Old", state: "archived", expiresOn: "2020-01-01" }, { name: "Sooner", expiresOn: "2028-01-01" },
    { name: "Gone", deleted: true }, { name: "", refused: true },
  ], DOCUMENTS);
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(names().slice(0, 3)).toEqual(["Sooner", "Later", "Without"]);
  expect(screen.getByText("What it was called")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(names().slice(0, 3)).toEqual(["Later", "Sooner", "Without"]));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "oone" } });
  await waitFor(() => expect(names()).toEqual(["Sooner"]));
});

test("a document's words are on the screen and nowhere else, and leave it with the keys", async () => {
  const { state, become } = aList([{ name: CANARY, notes: CANARY }], DOCUMENTS);
  await waitFor(() => expect(names()).toEqual([CANARY]));
  fireEvent.click(screen.getAllByRole("row").find((one) => one.getAttribute("aria-label") === CANARY) ?? document.body);
  expect(await screen.findByRole("complementary", { name: CANARY })).toBeDefined();
  const written = JSON.stringify(state());
  expect(written).toContain("item 0");
  for (const place of [written, location.href, document.querySelector("title")?.textContent, JSON.stringify({ ...sessionStorage, ...localStorage })]) expect(place).not.toContain(CANARY);
  act(() => become("locked"));
  expect(document.body.textContent).not.toContain(CANARY);
});

test("what was opened leaves the screen with the keys, and is opened anew when they are back", async () => {
  const { become } = aList([{ name: CANARY }]);
  await waitFor(() => expect(names()).toEqual([CANARY]));
  act(() => become("locked"));
  expect(document.body.textContent).not.toContain(CANARY);
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(document.body.textContent).not.toContain(CANARY);
  act(() => become("ready"));
  await waitFor(() => expect(names()).toEqual([CANARY]));
});

test("nothing of what was opened is in Redux, in the address or in the title of the page", async () => {
  const { state } = aList([{ name: CANARY, email: `${CANARY}@example.test` }]);
  await waitFor(() => expect(names()).toEqual([CANARY]));
  const written = JSON.stringify(state());
  expect(written).toContain("item 0");
  for (const place of [written, location.href, document.querySelector("title")?.textContent, JSON.stringify({ ...sessionStorage, ...localStorage })]) expect(place).not.toContain(CANARY);
});
