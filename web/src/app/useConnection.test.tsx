// @vitest-environment jsdom
/** The stream follows the session: another secret for the same session is no end of it, and every end locks. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../api/auth";
import { baseApi } from "../api/baseApi";
import { call, nameAccount } from "../api/http";
import { refusalOf, sessionBegan } from "../api/sessionEnd";
import { askThrough, confirmWhoIsThere } from "../api/stepUp";
import type { Keyring } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { aSessionAnswer } from "../session/testing";
import { useConnection } from "./useConnection";

type Heard = (reason: string) => void;
const streams: { onSession: Heard; missed: boolean; from: number | null; closed: boolean }[] = [];
vi.mock("./realtime", () => ({
  listen: ({ onSession, missed, from }: { onSession: Heard; missed: boolean; from: number | null }) => {
    const stream = { onSession, missed, from, closed: false };
    streams.push(stream);
    return { close: () => (stream.closed = true) };
  },
}));

const session = aSessionAnswer("s1", "u1", "a1") as unknown as SessionInfo;
const lock = vi.fn(() => Promise.resolve());
let answer: () => Promise<Response>;

beforeEach(() => {
  streams.length = 0;
  lock.mockClear();
  vi.stubGlobal("fetch", () => answer());
});
afterEach(() => {
  cleanup();
  sessionBegan();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connected(): Promise<void> {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  const keyring = { lock } as unknown as Keyring;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <KeyringProvider keyring={keyring}>{children}</KeyringProvider>
    </Provider>
  );
  renderHook(() => useConnection(session), { wrapper });
  await waitFor(() => expect(streams).toHaveLength(1));
}

const says = (body: unknown) => () => Promise.resolve(new Response(JSON.stringify(body)));
test("the stream begins where the reads of this account began", async () => {
  for (const position of ["7", "9"]) {
    answer = () => Promise.resolve(new Response(JSON.stringify(session), { headers: { "X-Read-Position": position } }));
    await call({ path: "/api/auth/get-session" });
    nameAccount("a1");
  }
  await connected();
  expect(streams[0]?.from).toBe(7);
});

const other = aSessionAnswer("s2", "u1", "a1") as unknown as SessionInfo;

test("after another tab confirmed the identity, the stream opens again with the new secret, and nothing locks", async () => {
  await connected();
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  answer = says(session);
  streams[0]?.onSession("revoked");
  await waitFor(() => expect(streams).toHaveLength(2));
  expect([streams[0]?.closed, streams[1]?.missed, lock.mock.calls.length]).toEqual([true, true, 0]);
  expect(refusalOf("/api/statuses")).toBeNull();
});

test("a proof in another tab opens the stream again at once, with nothing asked or held back", async () => {
  await connected();
  const otherTab = new BroadcastChannel("coffer.session");
  otherTab.postMessage("proved");
  await waitFor(() => expect(streams).toHaveLength(2));
  otherTab.close();
  expect([streams[0]?.closed, lock.mock.calls.length, refusalOf("/api/statuses")]).toEqual([true, 0, null]);
});

test("a proof in this tab is told to the others", async () => {
  await connected();
  const otherTab = new BroadcastChannel("coffer.session");
  const told: unknown[] = [];
  otherTab.onmessage = ({ data }) => told.push(data);
  const done = askThrough(() => Promise.resolve(true));
  await confirmWhoIsThere({ status: 403, code: "step_up_required", message: "" });
  done();
  await waitFor(() => expect(told).toEqual(["proved"]));
  otherTab.close();
});

test.each<[string, () => Promise<Response>]>([
  ["has ended", says(null)],
  ["is another one", says(other)],
  ["cannot be asked for", () => Promise.reject(new TypeError("Failed to fetch"))],
])("a session that %s locks this device, and opens no stream", async (_how, given) => {
  await connected();
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  answer = given;
  streams[0]?.onSession("revoked");
  await waitFor(() => expect(lock).toHaveBeenCalledOnce(), { timeout: 5000 });
  expect(streams).toHaveLength(1);
});

test("a session whose end cannot be looked up in time locks this device", async () => {
  await connected();
  vi.useFakeTimers();
  answer = () => new Promise(() => undefined);
  streams[0]?.onSession("revoked");
  await vi.advanceTimersByTimeAsync(2000);
  expect(lock).toHaveBeenCalledOnce();
});

test("a stream that is refused right after it opened is not opened again and again", async () => {
  await connected();
  answer = says(session);
  streams[0]?.onSession("revoked");
  await waitFor(() => expect(lock).toHaveBeenCalledOnce());
  expect(streams).toHaveLength(1);
});

test("a person who was banned is locked out at once", async () => {
  await connected();
  answer = says(session);
  streams[0]?.onSession("banned");
  expect(lock).toHaveBeenCalledOnce();
});
