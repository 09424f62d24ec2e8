// @vitest-environment jsdom
/** A locked browser that does not reach Coffer says so, and asks neither the authenticator nor for a pass-phrase in vain. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { configureStore } from "@reduxjs/toolkit";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { hear } from "../../browser/reach";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import { Locked } from "./Locked";

const session = { user: { id: "me" }, account: { id: "hartmann" }, session: { id: "here" } } as unknown as SessionInfo;
const unlock = vi.fn();

afterEach(() => {
  cleanup();
  act(() => {
    hear("online");
    hear("answered");
  });
  unlock.mockReset();
});

function draw(by: "authenticator" | "passphrase"): void {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  unlock.mockResolvedValue(undefined);
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={{ unlock } as unknown as Keyring}>
              <Locked by={by} />
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test.each([
  ["offline", "You are offline. You can unlock when you are back online."],
  ["unanswered", "Coffer is not responding. You can unlock when it is back."],
] as const)("%s: it says so, and unlocks when Coffer is back", async (heard, words) => {
  draw("authenticator");
  act(() => hear(heard));
  expect(screen.getByText(words)).toBeTruthy();
  press("Unlock with passkey");
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(unlock).not.toHaveBeenCalled();
  act(() => {
    hear("online");
    hear("answered");
  });
  expect(screen.queryByText(words)).toBeNull();
  press("Unlock with passkey");
  await waitFor(() => expect(unlock).toHaveBeenCalledOnce());
});

test("a pass-phrase that is typed meanwhile stays where it is", async () => {
  draw("passphrase");
  act(() => hear("offline"));
  const field = screen.getByLabelText<HTMLInputElement>(/^Pass-phrase/);
  fireEvent.change(field, { target: { value: "a long enough sentence" } });
  press("Unlock");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect([field.value, unlock.mock.calls]).toEqual(["a long enough sentence", []]);
  act(() => hear("online"));
  press("Unlock");
  await waitFor(() => expect(unlock).toHaveBeenCalledWith("a long enough sentence"));
});
