// @vitest-environment jsdom
/** What is left to set up is told by what is known of this browser, and not by whether it is open just now. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring, KeyState } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { aDirectory } from "../../people/testing";
import { SessionContext } from "../../session/context";
import { SetUpList } from "./SetUpList";

const session = { user: { id: "me" }, account: { id: "hartmann", roleId: "owner" }, session: { id: "here" } } as unknown as SessionInfo;
const recovery = { savedAt: "2026-11-01", testedAt: null, remindAt: null, reminders: 0 };

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: [] })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function draw(name: KeyState["name"], known = true): Promise<void> {
  const state = { name } as KeyState;
  const overview = vi.fn<() => Promise<unknown>>(() => (known ? Promise.resolve({ recovery }) : Promise.reject(new Error("not yet"))));
  const keyring = { state: () => state, subscribe: () => () => undefined, overview, directory: () => Promise.resolve(aDirectory()) } as unknown as Keyring;
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keyring}>
              <SetUpList documents={1} />
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
  await waitFor(() => expect(overview).toHaveBeenCalled());
  await Promise.allSettled(overview.mock.results.map(({ value }) => value as Promise<unknown>));
}

test.each(["ready", "locked", "waiting", "pending", "unconfirmed", "starting", "stopped"] as const)("%s: this browser has its keys, and that is done", async (name) => {
  await draw(name);
  expect(await screen.findByText("3 of 4")).toBeTruthy();
  expect(screen.getByText("Set up this browser").tagName).toBe("S");
});

test.each(["new", "unset", "elsewhere"] as const)("%s: there is no device here, and that is open", async (name) => {
  await draw(name, false);
  expect((await screen.findByRole("link", { name: "Set up this browser" })).getAttribute("href")).toBe("/welcome");
});

test.each(["starting", "locked", "stopped", "ready"] as const)("%s: as long as nothing was read of the keys, nothing is said of them", async (name) => {
  await draw(name, false);
  expect(screen.queryByText("Finish setting up")).toBeNull();
});
