// @vitest-environment jsdom
/** What is left to set up is told by what is known of this browser, and not by whether it is open just now. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { dismiss, noticeStore } from "../../components/notices";
import { Notices } from "../../components/Notices";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring, KeyState } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { aDirectory } from "../../lists/people/testing";
import { SessionContext } from "../../session/context";
import { SetUpList } from "./SetUpList";

const session = { user: { id: "me" }, account: { id: "hartmann", roleId: "owner" }, session: { id: "here" } } as unknown as SessionInfo;
const known = {
  recovery: { savedAt: "2026-11-01", testedAt: null, remindAt: null, reminders: 0 },
  devices: [{ mine: true, revoked: false, vouched: "genesis" }, { mine: true, revoked: false, vouched: "device" }],
  invitations: [],
};

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: [] })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  for (const { id } of noticeStore.current()) dismiss(id);
});

async function draw(name: KeyState["name"], overviewed: object | null = known): Promise<void> {
  const state = { name } as KeyState;
  const overview = vi.fn<() => Promise<unknown>>(() => (overviewed ? Promise.resolve(overviewed) : Promise.reject(new Error("not yet"))));
  const keyring = { state: () => state, subscribe: () => () => undefined, overview, directory: () => Promise.resolve(aDirectory()) } as unknown as Keyring;
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keyring}>
              <SetUpList documents={1} dated={1} />
              <Notices />
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
  await draw(name, null);
  expect((await screen.findByRole("link", { name: "Set up" })).getAttribute("href")).toBe("/welcome");
});

test.each(["starting", "locked", "stopped", "ready"] as const)("%s: as long as nothing was read of the keys, nothing is said of them", async (name) => {
  await draw(name, null);
  expect(screen.queryByText("Finish setting up")).toBeNull();
});

test("the next step says how and has the button, and the others are a line", async () => {
  await draw("ready");
  const next = (await screen.findByText("Make sure that your copy works before you need it.")).closest("li");
  expect(next?.getAttribute("aria-current")).toBe("step");
  expect(within(next as HTMLElement).getByRole("link", { name: "Test" }).getAttribute("href")).toBe("/keys");
  expect(screen.getAllByRole("listitem").filter((line) => line.hasAttribute("aria-current"))).toHaveLength(1);
});

test("when all is done it is gone", async () => {
  await draw("ready", { ...known, recovery: { ...known.recovery, testedAt: "2026-11-02" } });
  expect(screen.queryByRole("list")).toBeNull();
});

test("put away it stays away in this browser, for this person in this account, and can be taken back", async () => {
  await draw("ready");
  await act(async () => (await screen.findByRole("button", { name: "Hide the first steps" })).click());
  expect(screen.queryByText("Finish setting up")).toBeNull();
  cleanup();
  await draw("ready");
  expect(screen.queryByText("Finish setting up")).toBeNull();
  expect({ ...localStorage }).toEqual({ "coffer.firstSteps.hartmann.me": "true" });
  act(() => screen.getByRole("button", { name: "Undo" }).click());
  cleanup();
  await draw("ready");
  expect(await screen.findByText("Finish setting up")).toBeTruthy();
});
