/** After the end of a session nothing is asked that would only be refused. */
import { configureStore } from "@reduxjs/toolkit";
import { afterEach, expect, test, vi } from "vitest";

import { authApi } from "./auth";
import { baseApi } from "./baseApi";
import { aSessionAnswer } from "../session/testing";
import { call } from "./http";
import { endingSession, sessionBegan, sessionEnded } from "./sessionEnd";

let sent: string[] = [];

/** A network that answers nothing until it is told to hang up. */
function silence(): void {
  vi.stubGlobal("fetch", (url: string, { signal }: RequestInit) => {
    sent.push(url);
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("gone", "AbortError"))));
  });
}

function echo(): void {
  vi.stubGlobal("fetch", (url: string) => {
    sent.push(url);
    return Promise.resolve(new Response(JSON.stringify({ data: 1 })));
  });
}

afterEach(() => {
  sessionBegan();
  vi.unstubAllGlobals();
  sent = [];
});

test("a read under way is called back, and says that nobody is signed in", async () => {
  silence();
  const asked = call({ path: "/api/auth/keys/head" });
  sessionEnded();
  await expect(asked).rejects.toMatchObject({ failure: { status: 401, code: "unauthenticated", message: "You must be logged in." } });
  expect(sent).toHaveLength(1);
});

test.each([
  "/users",
  "/document",
  "/api/auth/keys/log",
  "/api/auth/device/unlock-share",
  "/api/auth/passkey/list-user-passkeys",
  "/api/auth/passkey/generate-register-options",
  "/api/auth/audit-logs/account",
  "/api/auth/suspicious-activities",
  "/api/auth/list-accounts",
])(
  "%s is not asked for",
  async (path) => {
    echo();
    sessionEnded();
    await expect(call({ path })).rejects.toMatchObject({ failure: { status: 401 } });
    expect(sent).toEqual([]);
  },
);

test.each([
  "/api/auth/get-session",
  "/api/auth/get-account-invite",
  "/api/auth/providers",
  "/api/auth/sign-in/email",
  "/api/auth/sign-up/email",
  "/api/auth/sign-out",
  "/api/auth/email-otp/reset-password",
  "/api/auth/passkey/generate-authenticate-options",
  "/api/auth/passkey/verify-authentication",
])(
  "%s is, because that is how somebody signs in",
  async (path) => {
    echo();
    sessionEnded();
    // Whatever comes of it: what is echoed is no answer to some of these.
    await Promise.allSettled([call({ path })]);
    expect(sent).toEqual([path]);
  },
);

test("a write that is on its way is not called back", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const written = call({ path: "/documents/update", method: "POST", reads: true, body: {} });
  sessionEnded();
  answer(new Response(JSON.stringify({ data: 2 })));
  await expect(written).resolves.toMatchObject({ data: { data: 2 } });
});

test("whoever signs in again asks as before", async () => {
  echo();
  sessionEnded();
  sessionBegan();
  await call({ path: "/users" });
  expect(sent).toEqual(["/users"]);
});

test("while a call ends the session nothing else is asked, and everything again when it was refused", async () => {
  echo();
  const end = (path: string) => call({ path, method: "POST", body: {} });
  const meanwhile: unknown[] = [];
  await endingSession(async () => {
    meanwhile.push(await call({ path: "/users" }).catch((refused: { failure: { status: number } }) => refused.failure.status));
    await end("/api/auth/delete-user");
  });
  expect(meanwhile).toEqual([401]);
  expect(sent).toEqual(["/api/auth/delete-user"]);

  await expect(endingSession(() => Promise.reject(new Error("You are the only owner.")))).rejects.toThrow("only owner");
  await call({ path: "/users" });
  expect(sent).toHaveLength(2);
});

/** Asks who is signed in, and hears that somebody is once it is told to. */
function asking(): () => Promise<void> {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (all) => all().concat(baseApi.middleware),
  });
  const asked = store.dispatch(authApi.endpoints.getSession.initiate({}));
  return async () => {
    answer(new Response(JSON.stringify(aSessionAnswer("s", "u", null))));
    await asked;
    asked.unsubscribe();
    echo();
  };
}

test("an answer to a question from before the end begins nothing", async () => {
  const answered = asking();
  sessionEnded();
  await answered();
  await expect(call({ path: "/users" })).rejects.toMatchObject({ failure: { status: 401 } });
});

test("nor does one that was asked while the call that ends the session was under way", async () => {
  let answered = () => Promise.resolve();
  await endingSession(() => {
    answered = asking();
    return Promise.resolve();
  });
  await answered();
  await expect(call({ path: "/users" })).rejects.toMatchObject({ failure: { status: 401 } });
});

test("one that was asked after it does", async () => {
  await endingSession(() => Promise.resolve());
  const answered = asking();
  await answered();
  await call({ path: "/users" });
  expect(sent).toEqual(["/users"]);
});
