// @vitest-environment jsdom
/** Signing out locks this device and reaches the server, whatever the keyring and the storage do. */
import { configureStore } from "@reduxjs/toolkit";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import { sessionBegan } from "../../api/sessionEnd";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { useSignOut } from "./useSignOut";

const dropPrivateFiles = vi.fn(() => Promise.resolve());
vi.mock("../../browser/privateFiles", () => ({ dropPrivateFiles: () => dropPrivateFiles() }));

const never = () => new Promise<never>(() => undefined);
const sent: string[] = [];
let left: string | null;

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  sent.length = 0;
  left = null;
  vi.stubGlobal("location", { ...location, assign: (path: string) => (left = path) });
  vi.stubGlobal("fetch", (url: string) => {
    sent.push(url);
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  sessionBegan();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function signOut(keyring: Partial<Keyring>): () => Promise<void> {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <KeyringProvider keyring={keyring as Keyring}>{children}</KeyringProvider>
      </I18nProvider>
    </Provider>
  );
  return renderHook(() => useSignOut(), { wrapper }).result.current;
}

test("the device is locked before the session ends", async () => {
  const order: string[] = [];
  const lock = vi.fn(() => {
    order.push(`locked after ${sent.length} calls`);
    return Promise.resolve();
  });
  const dropDrafts = vi.fn(() => Promise.resolve());
  const dropTitles = vi.fn(() => Promise.resolve());
  const dropCopies = vi.fn(() => {
    order.push("copies");
    return Promise.resolve();
  });
  await signOut({ lock, dropDrafts, dropTitles, dropCopies })();
  expect(order, "a lock would write them otherwise").toEqual(["copies", "locked after 0 calls"]);
  expect(dropDrafts).toHaveBeenCalledOnce();
  expect(dropTitles, "how things were called").toHaveBeenCalledOnce();
  expect(dropCopies, "what lists said").toHaveBeenCalledOnce();
  expect(dropPrivateFiles, "decrypted downloads").toHaveBeenCalledOnce();
  expect(sent).toEqual(["/api/auth/sign-out"]);
  expect(left).toBe("/login");
});

test.each<[string, Partial<Keyring>]>([
  ["storage that is refused", { lock: () => Promise.reject(new Error("private window")), dropDrafts: () => Promise.reject(new Error("private window")), dropTitles: () => Promise.reject(new Error("private window")), dropCopies: () => Promise.reject(new Error("private window")) }],
  ["storage and keys that never answer", { lock: never, dropDrafts: never, dropTitles: never, dropCopies: never }],
])("%s keeps nobody signed in", async (_what, keyring) => {
  vi.useFakeTimers();
  const ending = signOut(keyring)();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(["/api/auth/sign-out"]);
  await ending;
  expect(left).toBe("/login");
});
