// @vitest-environment jsdom
/** What stands beside the server's word about oneself is no word of the server. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../../api/auth";
import { baseApi } from "../../../api/baseApi";
import { InEnglish } from "../../../i18n/testing/InEnglish";
import type { Keyring } from "../../../keyring/contract";
import { KeyringProvider } from "../../../keyring/react";
import { aDirectory } from "../../../lists/people/testing";
import { SessionContext } from "../../../session/context";
import { SelfCard } from "./SelfCard";

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: [] })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the letters of one's own picture are those of the signed name, whatever the session calls one", async () => {
  const directory = aDirectory({ people: [{ id: "me", name: "Clara Hawthorne" }] });
  const state = { name: "ready" };
  const keyring = { state: () => state, subscribe: () => () => undefined, directory: () => Promise.resolve(directory), heard: () => undefined } as unknown as Keyring;
  const session = { user: { id: "me", name: "Theo Lang", email: "theo@lang.test" }, account: { id: "a", roleId: "owner" }, session: { id: "here" } } as unknown as SessionInfo;
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keyring}>
              <SelfCard />
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
  await waitFor(() => expect(screen.getByRole("heading").textContent).toContain("CH"));
  const heading = screen.getByRole("heading").cloneNode(true) as HTMLElement;
  for (const word of heading.querySelectorAll("[data-word]")) word.remove();
  expect(heading.textContent).toBe("CH");
});
