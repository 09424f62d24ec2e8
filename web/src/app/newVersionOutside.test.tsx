// @vitest-environment jsdom
/** A new version is told on the pages without a shell as well, at the doors and inside. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../api/baseApi";
import { InEnglish } from "../i18n/testing/InEnglish";
import { Doors } from "./Doors";
import { foundNewer } from "./outdated";

const reload = vi.fn<() => void>();

/** Signed in, and in no account yet. */
const AT = "2026-11-20T12:00:00.000Z";
const USER = "6f9619ff-8b86-4d01-b42d-00cf4fc964f1";
const NOWHERE = {
  user: { id: USER, name: "Clara", email: "clara@example.org", emailVerified: true, createdAt: AT, updatedAt: AT, role: "user" },
  session: { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964f2", token: "", userId: USER, accountId: null, expiresAt: "2099-01-01T00:00:00.000Z", createdAt: AT, updatedAt: AT, ipAddress: "", userAgent: "" },
  account: null,
  redirect: "/invitations",
};

let session: object | null;

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("location", { ...location, reload });
  vi.stubGlobal("fetch", (url: string) => {
    if (url.includes("get-session")) return Promise.resolve(Response.json(session));
    return Promise.resolve(Response.json({ data: [], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["/login", null],
  ["/register", null],
  ["/forgot-password", null],
  ["/subscribe", NOWHERE],
  ["/invitations", NOWHERE],
])("on %s", async (path, who) => {
  session = who;
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter initialEntries={[path]}>
          <Doors />
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
  await screen.findByRole("heading", { level: 1 });
  act(foundNewer);
  expect(await screen.findByText("A new version of Coffer is ready.")).toBeTruthy();
  await act(() => Promise.resolve(screen.getByRole("button", { name: "Reload to update" }).click()));
  expect(reload).toHaveBeenCalledOnce();
});
