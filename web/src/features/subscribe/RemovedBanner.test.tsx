// @vitest-environment jsdom
/** Whoever was removed reads by whom and when, as far as their own log says so. */
import { configureStore } from "@reduxjs/toolkit";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { anEntry, aPageOf } from "../../lists/activity/testing";
import { SessionContext } from "../../session/context";
import { wordOf } from "../../i18n/word";
import RemovedBanner from "./RemovedBanner";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const session = { user: { id: "me" }, account: null, session: { id: "s2" } } as unknown as SessionInfo;
const removed = (actor: { id: string; name?: string }, more: object = {}) =>
  anEntry({ id: actor.id, reason: "removed", accountName: "Hawthorne", actor, ...more });

async function shown(from: string | null, ...entries: object[]): Promise<string> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(aPageOf(entries)))));
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  i18n.loadAndActivate({ locale: "en", messages: {} });
  render(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <SessionContext value={session}>
          <RemovedBanner from={from === null ? null : wordOf(from)} />
        </SessionContext>
      </I18nProvider>
    </Provider>,
  );
  await vi.waitFor(() => expect(Object.values(store.getState().api.queries).every((one) => String(one?.status) === "fulfilled")).toBe(true));
  return (screen.queryByRole("alert")?.textContent ?? "").replace("From the server. Coffer can't verify this.", "");
}

test.each([["the page was in it", "Hawthorne"], ["in another browser", null]])("the person who did it and the moment are named: %s", async (_where, from) => {
  await shown(from, anEntry({ id: "started", action: "session.started", actor: { id: "me" } }), removed({ id: "clara", name: "Clara Hawthorne" }));
  expect(await screen.findByText(/Clara Hawthorne removed you from Hawthorne on .*2027/)).toBeDefined();
});

test("without an account, moments are those of the browser", async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ timeZone: "Asia/Tokyo" } as Intl.ResolvedDateTimeFormatOptions);
  await shown(null, removed({ id: "clara", name: "Clara Hawthorne" }));
  expect(await screen.findByText(/on 02\/03\/2027 08:30/)).toBeDefined();
});

test("a name that was erased is not named", async () => {
  expect(await shown(null, removed({ id: "clara", name: "" }))).toContain("You no longer belong to Hawthorne.");
});

test("who never belonged is told nothing", async () => {
  expect(await shown(null)).toBe("");
  expect(document.body.textContent).toBe("");
});

test("who left by themselves reads what they left and the way back", async () => {
  await shown(null, removed({ id: "me", name: "Mia" }, { reason: "left" }), removed({ id: "clara", name: "Clara" }, { accountName: "Kestrel" }));
  expect(await screen.findByText(/You left Hawthorne on .*2027/)).toBeDefined();
  expect(screen.getByText(/ask for a new invitation/)).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what the log has not heard yet is said of the account that the page was in", async () => {
  expect(await shown("Hawthorne")).toContain("You no longer belong to Hawthorne.");
});
