// @vitest-environment jsdom
/** What the bell says of a damaged file: that it is, by the server's word, and which document it is of by this device's. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { aVerified } from "../items/testing";
import Bell from "./Bell";
import { show } from "./testing/forms";
import { placesOf } from "./testing/serverWord";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = (id: string) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, later: [], word: { version: 1, title: "Told title" } });
const notice = (id: string, targetId: string) => ({
  id, targetId, accountId: "account", kind: "damage", about: "fileDamaged", personId: null, at: "2026-11-23T12:00:00Z", readAt: null, title: "Told title",
});

/** `closed` are documents that no role of this device opens. */
function ring(titles: Record<string, string>, closed: readonly string[] = [], targets = [...Object.keys(titles), ...closed]) {
  const ids = [...Object.keys(titles), ...closed];
  const shown = vi.fn((_kind: string, { id }: { id: string }) =>
    Promise.resolve({
      item: aVerified("document", id),
      contents: closed.includes(id) ? { closed: Object.assign(new Error(), { name: "Sealed" }) } : { payload: { v: 1, title: titles[id] } },
    }),
  );
  const rig = show(
    () => (
      <>
        <Bell />
        <Where />
      </>
    ),
    [
      [/^\/api\/notifications/, { data: targets.map((id) => notice(`notice-${id}`, id)), unread: targets.length }],
      [/^\/document$/, { data: ids.map(item), page: { nextCursor: null }, sync: { seq: 1 } }],
    ],
    { showRecord: shown },
  );
  return { ...rig, shown };
}

const Where = () => <output>{useLocation().pathname}</output>;
const openBell = async () => fireEvent.click(await screen.findByRole("button", { name: /new notification/ }));
const DAMAGED = "A file in “Passport” is damaged";
const CLOSED = "A file in a document that this device does not open is damaged";

test("a damaged file is called as its document is, by what this device has opened", async () => {
  const { shown } = ring({ passport: "Passport", will: "Will" }, [], ["passport"]);
  // Before somebody looks nothing is asked for, and nothing opened.
  await screen.findByRole("button", { name: "1 new notification" });
  expect(shown).not.toHaveBeenCalled();
  await openBell();
  await screen.findByText(DAMAGED);
  expect(shown.mock.calls.map(([, { id }]) => id)).toEqual(["passport"]);
  expect(placesOf("is damaged").every(({ marked }) => marked)).toBe(true);
  expect(placesOf("Upload it again if you have a copy")).not.toEqual([]);
  expect(placesOf("Told title")).toEqual([]);
});

test.each([
  ["that no role of this device opens", ["passport"], ["passport"]],
  ["that the server does not show", [], ["gone"]],
])("of a document %s it says that it is closed, and no name", async (_, closed, targets) => {
  ring({}, closed, targets);
  await openBell();
  await screen.findByText(CLOSED);
  expect(placesOf("Told title")).toEqual([]);
});

test("it leads to the document, and is read by that", async () => {
  const { sent } = ring({ passport: "Passport", will: "Will" });
  await openBell();
  fireEvent.click(await screen.findByText(DAMAGED));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("/documents/passport"));
  expect(sent).toEqual([["POST", "/api/notifications/read", { ids: ["notice-passport"] }]]);
});
