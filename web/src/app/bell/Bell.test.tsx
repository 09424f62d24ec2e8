// @vitest-environment jsdom
/** What the bell says: that something is, by the server's word; what it is called and when it is due, by what was signed. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { RouterProvider } from "react-aria-components";
import { useLocation, useNavigate } from "react-router";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Notice } from "../../api/notices";
import type { AttributeValues } from "../../keyring/contract";
import { aVerified } from "../../lists/testing";
import { settled, show } from "../testing/forms";
import { placesOf } from "../testing/serverWord";
import Bell from "./Bell";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T12:00:00Z") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Thing {
  title: string;
  attributes?: AttributeValues;
  /** What the server says besides. */
  word?: object;
  /** As which the keyring refuses it. */
  closed?: string;
}

/** The ids that two built-in statuses have in this account; nobody has changed them. */
const [TO_DO, DONE] = ["e6522e51-0838-5f09-a857-91f53fc86e81", "db7e6a6c-479d-585a-bd87-b63a07d51e0a"];
const TOLD = { title: "Told title", expiresOn: "2001-01-01", dueOn: "2001-01-01" };
const item = (id: string, word: object = {}) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, later: [], word: { version: 1, ...TOLD, ...word } });
const KINDS: Partial<Record<Notice["about"], Notice["kind"]>> = { documentExpires: "expiry", fileDamaged: "damage", taskDue: "reminder", mentioned: "mention" };
const notice = (about: Notice["about"], targetId: string, more: Partial<Notice> = {}) => ({
  id: `notice-${targetId}`, targetId, accountId: "account", kind: KINDS[about] ?? "keyNeeded", about, personId: null, at: "2026-11-26T09:00:00Z", readAt: null, ...TOLD, ...more,
});

function ring(notices: readonly object[], documents: Record<string, Thing>, tasks: Record<string, Thing> = {}) {
  const all = { ...documents, ...tasks };
  const shown = vi.fn((kind: "document" | "task", { id }: { id: string }) => {
    const { title = "", attributes, closed } = all[id] ?? {};
    return Promise.resolve({
      item: aVerified(kind, id, { ...(kind === "task" ? { statusId: TO_DO } : {}), ...attributes }),
      contents: closed ? { closed: Object.assign(new Error(), { name: closed }) } : { payload: { v: 1, title } },
    });
  });
  const list = (things: Record<string, Thing>) => ({ data: Object.entries(things).map(([id, { word }]) => item(id, word)), page: { nextCursor: null }, sync: { seq: 1 } });
  const rig = show(
    () => (
      <Routed>
        <Bell />
        <Where />
      </Routed>
    ),
    [
      [/^\/api\/notifications/, { data: notices, unread: notices.length }],
      [/^\/document$/, list(documents)],
      [/^\/task\/get$/, list(tasks)],
      [/^\/api\/statuses$/, { data: [TO_DO, DONE].map((id) => ({ id, sealed: null, later: [], word: { version: 1, rank: "1" } })) }],
    ],
    { showRecord: shown },
  );
  return { ...rig, shown };
}

function Routed({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return <RouterProvider navigate={(path) => void navigate(path)}>{children}</RouterProvider>;
}

const Where = () => <output>{useLocation().pathname}</output>;
const openBell = async () => fireEvent.click(await screen.findByRole("button", { name: /new notification/ }));
const line = async (text: string) => within(await screen.findByRole("dialog", { name: "Notifications" })).findByRole("link", { name: new RegExp(text) });

describe("a document that expires", () => {
  test.each([
    ["2026-12-02", "“Passport” expires in 6 days", "02/12/2026"],
    ["2026-11-27", "“Passport” expires tomorrow", "27/11/2026"],
    ["2026-11-26", "“Passport” expires today", "26/11/2026"],
    ["2026-11-23", "“Passport” expired 3 days ago", "23/11/2026"],
  ])("is called by its title, and its day %s is the one that was signed", async (expiresOn, said, day) => {
    ring([notice("documentExpires", "passport")], { passport: { title: "Passport", attributes: { expiresOn } } });
    await openBell();
    const link = await line(said);
    expect(link.textContent).toContain(day);
    expect(link.getAttribute("href")).toBe("/documents/passport");
    expect(placesOf("Told title")).toEqual([]);
    expect(placesOf("2001")).toEqual([]);
    expect(placesOf("Passport").every(({ marked }) => marked)).toBe(true);
  });

  test("without a day says so, whatever the server has warned of", async () => {
    ring([notice("documentExpires", "passport")], { passport: { title: "Passport" } });
    await openBell();
    await line("“Passport” has no expiry date");
  });

  test("is opened when somebody looks, once, for all pages", async () => {
    const { shown } = ring([notice("documentExpires", "passport")], { passport: { title: "Passport" } });
    await screen.findByRole("button", { name: "1 new notification" });
    expect(shown).not.toHaveBeenCalled();
    await openBell();
    await line("Passport");
    expect(shown.mock.calls.map(([, { id }]) => id)).toEqual(["passport"]);
  });

  test.each([
    ["that no role of this device opens", { passport: { title: "Passport", closed: "Sealed" } }],
    ["that the server does not show", {}],
  ])("%s has no name", async (_, documents) => {
    ring([notice("documentExpires", "passport")], documents);
    await openBell();
    await line("A document that this device does not open expires soon or has expired");
    expect(placesOf("Told title")).toEqual([]);
    expect(placesOf("Passport")).toEqual([]);
  });
});

describe("a task that is due", () => {
  test.each([
    [{ dueOn: "2026-11-26" }, {}, "“Rent” is due today", "26/11/2026"],
    [{ dueOn: "2026-11-26", dueTime: "17:30" }, {}, "“Rent” is due today", "26/11/2026 17:30"],
    [{ dueOn: "2026-11-26", dueTime: "08:00" }, {}, "“Rent” was due today", "26/11/2026 08:00"],
    [{ dueOn: "2026-11-24" }, {}, "“Rent” was due 2 days ago", "24/11/2026"],
    [{ dueOn: "2026-11-29" }, {}, "“Rent” is due in 3 days", "29/11/2026"],
    [{}, {}, "Reminder: “Rent”", "3 hr. ago"],
    // Without a signed rule the server names no other day.
    [{ dueOn: "2026-11-26" }, { nextDueOn: "2026-12-24" }, "“Rent” is due today", "26/11/2026"],
  ])("%j is called by its title and the day that was signed", async (attributes, word, said, day) => {
    ring([notice("taskDue", "rent")], {}, { rent: { title: "Rent", attributes, word } });
    await openBell();
    const link = await line(said);
    expect(link.textContent).toContain(day);
    expect(link.getAttribute("href")).toBe("/tasks/rent");
  });

  test("and that is done says so", async () => {
    ring([notice("taskDue", "rent")], {}, { rent: { title: "Rent", attributes: { dueOn: "2026-11-26", statusId: DONE } } });
    await openBell();
    await line("“Rent” is done");
  });

  test("and a comment are named by the same title", async () => {
    ring([notice("mentioned", "rent")], {}, { rent: { title: "Rent" } });
    await openBell();
    expect((await line("You were mentioned in a comment on “Rent”")).getAttribute("href")).toBe("/tasks/rent");
  });

  test.each([
    ["taskDue", "A task that this device does not open is due"],
    ["mentioned", "You were mentioned in a comment on a task that this device does not open"],
  ] as const)("and that no role opens has no name: %s", async (about, said) => {
    ring([notice(about, "rent")], {}, { rent: { title: "Rent", closed: "Sealed" } });
    await openBell();
    await line(said);
    expect(placesOf("Rent")).toEqual([]);
  });
});

describe("a damaged file", () => {
  test("is called as its document is, and says what helps", async () => {
    ring([notice("fileDamaged", "passport")], { passport: { title: "Passport" } });
    await openBell();
    const link = await line("A file in “Passport” is damaged");
    expect(link.textContent).toContain("Upload it again if you have a copy");
    expect(placesOf("is damaged").every(({ marked }) => marked)).toBe(true);
  });

  test("of a document that no role opens has no name", async () => {
    ring([notice("fileDamaged", "passport")], { passport: { title: "Passport", closed: "Sealed" } });
    await openBell();
    await line("A file in a document that this device does not open is damaged");
  });
});

describe("what was told", () => {
  const PAPERS = { passport: { title: "Passport" }, will: { title: "Will" } };

  test("leads to what it is about, and is read by that", async () => {
    const { sent } = ring([notice("documentExpires", "passport"), notice("documentExpires", "will")], PAPERS);
    await openBell();
    fireEvent.click(await line("Passport"));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("/documents/passport"));
    expect(sent).toEqual([["POST", "/api/notifications/read", { ids: ["notice-passport"] }]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("leaves when it is done, and the focus goes to the next line", async () => {
    const { sent } = ring([notice("documentExpires", "passport"), notice("documentExpires", "will")], PAPERS);
    await openBell();
    await line("Passport");
    fireEvent.click(screen.getByRole("button", { name: /^Done: .*Passport/ }));
    expect(screen.queryByRole("link", { name: /Passport/ })).toBeNull();
    expect(document.activeElement).toBe(await line("Will"));
    expect(sent).toEqual([["POST", "/api/notifications/done", { ids: ["notice-passport"] }]]);
  });

  test("and of the last line to the one before, and then to the list", async () => {
    ring([notice("documentExpires", "passport"), notice("documentExpires", "will")], PAPERS);
    await openBell();
    const before = await line("Passport");
    fireEvent.click(screen.getByRole("button", { name: /^Done: .*Will/ }));
    expect(document.activeElement).toBe(before);
    fireEvent.click(screen.getByRole("button", { name: /^Done: .*Passport/ }));
    expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Notifications" }));
  });

  test("comes back where the server refuses that it is done", async () => {
    ring([notice("documentExpires", "passport")], PAPERS);
    await openBell();
    await line("Passport");
    fireEvent.click(screen.getByRole("button", { name: /^Done: / }));
    expect(screen.queryByRole("link", { name: /Passport/ })).toBeNull();
    await line("Passport");
  });

  test("is all read at once", async () => {
    const { sent } = ring([notice("documentExpires", "passport"), notice("documentExpires", "will", { readAt: "2026-11-26T10:00:00Z" })], PAPERS);
    await openBell();
    await line("Will");
    fireEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
    await settled();
    expect(sent).toEqual([["POST", "/api/notifications/read", { ids: ["notice-passport"] }]]);
  });

  test("of keys has nothing to be done with here", async () => {
    ring([notice("firstDevice", "laptop"), notice("fileDamaged", "passport")], PAPERS);
    await openBell();
    await line("Someone is waiting for you to approve their device");
    expect(screen.queryByRole("button", { name: /^Done/ })).toBeNull();
  });
});
