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
import { SessionContext } from "../../session/context";
import RemovedBanner from "./RemovedBanner";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const session = { user: { id: "me" }, account: null, session: { id: "s2" } } as unknown as SessionInfo;
const entry = (actor: { id: string; name?: string }, more: object = {}) =>
  ({ id: actor.id, action: "session.ended", reason: "revoked", actor, at: "2027-03-01T09:30:00Z", ...more });

async function shown(...entries: object[]): Promise<string> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ data: entries }))));
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  i18n.loadAndActivate({ locale: "en", messages: {} });
  render(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <SessionContext value={session}>
          <RemovedBanner account="Hawthorne" />
        </SessionContext>
      </I18nProvider>
    </Provider>,
  );
  await vi.waitFor(() => expect(Object.values(store.getState().api.queries).every((one) => String(one?.status) === "fulfilled")).toBe(true));
  return screen.getByRole("alert").textContent;
}

test("the person who did it and the moment are named", async () => {
  await shown(entry({ id: "me", name: "Mia" }), entry({ id: "clara", name: "Clara Hawthorne" }));
  expect(await screen.findByText(/Clara Hawthorne removed you from Hawthorne on .*2027/)).toBeDefined();
});

test.each<[string, object[]]>([
  ["nothing", []],
  ["an end of one's own", [entry({ id: "me", name: "Mia" })]],
  ["an end for another reason", [entry({ id: "clara", name: "Clara" }, { reason: "signedOut" })]],
])("a log with %s names nobody", async (_what, entries) => {
  expect(await shown(...entries)).toContain("You no longer belong to Hawthorne.");
});
