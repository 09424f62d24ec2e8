/** Once Coffer can be reached again, what could not be had is asked for again: all of it, and nothing else. */
import { configureStore } from "@reduxjs/toolkit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../api/baseApi";
import { generatedApi } from "../api/generated";
import { hear, reach } from "../connection/reach";
import { refetchFailed, refetchWhenBack } from "./refetchFailed";

let away: boolean;
let asked: string[];

beforeEach(() => {
  away = true;
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    if (away && url.includes("roles")) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response(JSON.stringify({ data: [] })));
  });
});
afterEach(() => {
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
