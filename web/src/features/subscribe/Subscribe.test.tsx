// @vitest-environment jsdom
/** Another plan for an account that has one: what it has now is seen, and there is a way back. */
import { configureStore } from "@reduxjs/toolkit";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { SessionContext } from "../../session/context";
import Subscribe from "./Subscribe";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plan = (id: string, name: string) => ({ id, name, priceMinor: 0, currency: "EUR", trialDays: 14, requiresCode: false, limits: {}, features: [] });
const account = { id: "a", displayName: "Hawthorne", plan: { id: "office", limits: {}, usage: {} }, language: "en", zone: "UTC" };

function shown(address: string, session: object | null) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ data: [plan("family", "Family"), plan("office", "Office")] }))));
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  i18n.loadAndActivate({ locale: "en", messages: {} });
  render(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <SessionContext value={session as SessionInfo}>
          <MemoryRouter initialEntries={[address]}>
            <Subscribe />
          </MemoryRouter>
        </SessionContext>
      </I18nProvider>
    </Provider>,
  );
}

test("the plan of the account is marked and chosen, and only another one can be sent", async () => {
  shown("/subscribe?account=a", { user: { id: "me", email: "me@x.test" }, account, session: { id: "s" } });
  expect(screen.getByRole("heading", { name: "Change plan" })).toBeDefined();
  const office = await screen.findByRole<HTMLInputElement>("radio", { name: /Office.*Current plan/s });
  expect(office.checked).toBe(true);
  const send = screen.getByRole("button", { name: "Change plan" });
  expect(send).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("radio", { name: /Family/ }));
  expect(send).toHaveProperty("disabled", false);
  expect(screen.queryByLabelText("Account name")).toBeNull();
  expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe("/members");
});

test.each([
  ["a first account", "/subscribe", null],
  ["a further account", "/subscribe?new", account],
])("%s is named, and no plan is the current one", async (_which, address, own) => {
  shown(address, { user: { id: "me", email: "me@x.test" }, account: own, session: { id: "s" } });
  expect(await screen.findByRole("textbox", { name: "Account name" })).toBeDefined();
  expect(screen.getByRole("heading", { name: "Choose a plan" })).toBeDefined();
  expect(screen.queryByText("Current plan")).toBeNull();
  expect(screen.queryByRole("link", { name: "Cancel" })).toBeNull();
});

test.each([
  ["without an account", {}],
  ["with an account without an id", { data: { id: "" } }],
])("an answer %s opens none, and says so", async (_which, answer) => {
  shown("/subscribe?new", { user: { id: "me", email: "me@x.test" }, account, session: { id: "s" } });
  const name = await screen.findByRole("textbox", { name: "Account name" });
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer))));
  vi.stubGlobal("fetch", asked);
  fireEvent.change(name, { target: { value: "Further" } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("The answer cannot be read.")).toBeDefined();
  expect(asked).toHaveBeenCalledTimes(1);
});
