/** Once Coffer can be reached again, what could not be had is asked for again: all of it, and nothing else. */
import { configureStore } from "@reduxjs/toolkit";
import { QueryStatus } from "@reduxjs/toolkit/query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { baseApi } from "../api/baseApi";
import { generatedApi } from "../api/generated";
import { sessionBegan, sessionEnded } from "../api/sessionEnd";
import { hear, reach } from "../browser/reach";
// Loaded before clocks are held: what is loaded in passing takes no time of theirs.
import "../i18n/refusalTexts";
import "../keyring/answered";
import { refetchFailed, refetchLater, refetchWhenBack, refetchWhenSessionBegins } from "./refetchFailed";

const NONE = { data: [], page: { limit: 50, nextCursor: null }, sync: { seq: 1 } };

let away: boolean;
let asked: string[];

beforeEach(() => {
  away = true;
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    if (away && url.includes("roles")) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response(JSON.stringify(NONE)));
  });
});
afterEach(() => {
  sessionBegan();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what failed is asked for again with what it was asked with, and what is there is left alone", async () => {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
  const fine = store.dispatch(generatedApi.endpoints.listPaymentPlans.initiate());
  await vi.advanceTimersByTimeAsync(60_000);
  expect([generatedApi.endpoints.listRoles.select()(store.getState()).status, generatedApi.endpoints.listPaymentPlans.select()(store.getState()).status]).toEqual(["rejected", "fulfilled"]);

  away = false;
  asked = [];
  refetchFailed(store);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([expect.stringContaining("roles")]);
  expect(generatedApi.endpoints.listRoles.select()(store.getState()).status).toBe("fulfilled");
  failing.unsubscribe();
  fine.unsubscribe();
});

test("it is asked for when Coffer is back, and not before", async () => {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  const stop = refetchWhenBack(store);
  const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach()).toBe("silent");
  away = false;
  asked = [];
  // Out of reach in another way is no way back.
  hear("offline");
  await vi.advanceTimersByTimeAsync(60_000);
  hear("online");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  hear("answered");
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([expect.stringContaining("roles")]);
  stop();
  failing.unsubscribe();
});

test("what the end of a session cut short is asked for when there is one again, and nothing else", async () => {
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });
  const stop = refetchWhenSessionBegins(store);
  const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
  await vi.advanceTimersByTimeAsync(60_000);
  sessionEnded();
  const refused = store.dispatch(generatedApi.endpoints.listPaymentPlans.initiate());
  await vi.advanceTimersByTimeAsync(1000);
  const state = () => generatedApi.endpoints.listPaymentPlans.select()(store.getState()).status;
  expect(state()).toBe("rejected");

  asked = [];
  sessionBegan();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([expect.stringContaining("payment-plans")]);
  expect(state()).toBe("fulfilled");
  stop();
  for (const one of [failing, refused]) one.unsubscribe();
});

describe("while the server answers otherwise", () => {
  let refusal: Response | null;
  let tries: number;

  beforeEach(() => {
    hear("socket opened");
    tries = 0;
    vi.stubGlobal("fetch", () => {
      tries += 1;
      return Promise.resolve(refusal?.clone() ?? new Response(JSON.stringify(NONE)));
    });
  });
  afterEach(() => hear("socket closed"));

  const refused = (status: number, code: string, headers = {}) =>
    new Response(JSON.stringify({ code, message: "Not now." }), { status, headers });
  const statusIn = (store: ReturnType<typeof newStore>) => generatedApi.endpoints.listRoles.select()(store.getState()).status;
  const newStore = () => configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (all) => all().concat(baseApi.middleware) });

  test("what it could not answer for a while is asked for again, less and less often, and then no more", async () => {
    refusal = refused(503, "unavailable");
    const store = newStore();
    const stop = refetchLater(store);
    const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(reach()).toBe("fine");
    expect(statusIn(store)).not.toBe("fulfilled");
    const inTenMinutes = tries;
    expect(inTenMinutes).toBeGreaterThan(8);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    // Four tries a minute and question at most, by a page that is long without an answer.
    expect(tries - inTenMinutes).toBeLessThan(90);
    refusal = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statusIn(store)).toBe("fulfilled");
    const atLast = tries;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(tries).toBe(atLast);
    stop();
    failing.unsubscribe();
  });

  test("a short hang is over on the page within seconds", async () => {
    refusal = refused(503, "unavailable");
    const store = newStore();
    const stop = refetchLater(store);
    const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
    await vi.waitUntil(() => statusIn(store) === QueryStatus.rejected, { interval: 100, timeout: 20_000 });
    refusal = null;
    await vi.advanceTimersByTimeAsync(4000);
    expect(statusIn(store)).toBe("fulfilled");
    stop();
    failing.unsubscribe();
  });

  test("what was refused without a session is asked for again where there is one, and not where none is known", async () => {
    refusal = refused(401, "UNAUTHORIZED");
    const store = newStore();
    const stop = refetchLater(store);
    const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
    await vi.waitUntil(() => statusIn(store) === QueryStatus.rejected, { interval: 100, timeout: 20_000 });
    // While nobody knows of a session, nothing is sent.
    sessionEnded();
    tries = 0;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(tries).toBe(0);
    refusal = null;
    sessionBegan();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(statusIn(store)).toBe("fulfilled");
    stop();
    failing.unsubscribe();
  });

  test("a rate limit is waited out, and a refusal that time does not mend is not repeated", async () => {
    refusal = refused(429, "RATE_LIMITED", { "Retry-After": "40" });
    const store = newStore();
    const stop = refetchLater(store);
    const failing = store.dispatch(generatedApi.endpoints.listRoles.initiate());
    await vi.advanceTimersByTimeAsync(39_000);
    expect(tries).toBe(1);
    refusal = refused(403, "permission_denied");
    await vi.advanceTimersByTimeAsync(2000);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(tries).toBe(2);
    stop();
    failing.unsubscribe();
  });
});
