// @vitest-environment jsdom
/** What the keyring changes about members is asked for anew, and nothing is signed before somebody proved who is there. */
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useListUsersQuery } from "../../api/accounts";
import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { askThrough } from "../../api/stepUp";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import { useMemberActs } from "./useMemberActs";

const session = { user: { id: "clara" }, account: { id: "hawthorne" }, session: { id: "here" } } as unknown as SessionInfo;
const keyring = { setRole: vi.fn(), removeMember: vi.fn(), rollDue: vi.fn(), handOver: vi.fn() };
let asked: string[];
let proves: boolean;
let stop: () => void;

beforeEach(() => {
  asked = [];
  proves = true;
  stop = askThrough(() => Promise.resolve(proves));
  for (const act of Object.values(keyring)) act.mockReset().mockResolvedValue([]);
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url.split("?")[0] ?? "");
    return Promise.resolve(new Response(JSON.stringify({ data: [] }), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
});

/** A page that shows the members. */
async function theActs() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <SessionContext value={session}>
        <KeyringProvider keyring={keyring as unknown as Keyring}>{children}</KeyringProvider>
      </SessionContext>
    </Provider>
  );
  const page = renderHook(() => ({ list: useListUsersQuery({}), acts: useMemberActs() }), { wrapper });
  await waitFor(() => expect(page.result.current.list.isSuccess).toBe(true));
  asked = [];
  return page.result.current.acts;
}

const listed = () => asked.filter((url) => url === "/users").length;

test.each<[string, (acts: Awaited<ReturnType<typeof theActs>>) => Promise<unknown>]>([
  ["another role", (acts) => acts.setRole("jonas", "admin", undefined, false)],
  ["a removal", (acts) => acts.remove("jonas")],
  ["new keys", (acts) => acts.rollDue()],
  ["a hand-over", (acts) => acts.handOver("jonas", "admin")],
])("%s asks for the members anew", async (_name, act) => {
  await act(await theActs());
  await waitFor(() => expect(listed()).toBe(1));
});

test("what fails half-way asks for them too: something may have changed", async () => {
  keyring.handOver.mockRejectedValue(new Error("refused"));
  const acts = await theActs();
  await expect(acts.handOver("jonas", "admin")).rejects.toThrow("refused");
  await waitFor(() => expect(listed()).toBe(1));
});

test("another role of oneself, and a hand-over, ask for the session as well", async () => {
  const acts = await theActs();
  await acts.setRole("clara", "member", undefined, false);
  await acts.handOver("jonas", "admin");
  await waitFor(() => expect(asked.filter((url) => url.endsWith("/get-session"))).toHaveLength(2));
});

test("nothing is signed while nobody has proved who is there", async () => {
  proves = false;
  const acts = await theActs();
  for (const act of [() => acts.remove("jonas"), () => acts.handOver("jonas", "admin"), () => acts.setRole("jonas", "owner", undefined, true)])
    await expect(act()).rejects.toMatchObject({ failure: { reason: "unconfirmed" } });
  expect(keyring.removeMember).not.toHaveBeenCalled();
  expect(keyring.handOver).not.toHaveBeenCalled();
  expect(keyring.setRole).not.toHaveBeenCalled();
});
