/** Generated calls go out as they were meant: what stands in a query is written once. */
import { configureStore } from "@reduxjs/toolkit";
import { afterEach, expect, test, vi } from "vitest";

import { baseApi } from "./baseApi";
import { generatedApi } from "./generated";

afterEach(() => vi.unstubAllGlobals());

test("words of a query arrive as they were typed", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response(JSON.stringify({ users: [], total: 0 })));
  });
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (usual) => usual().concat(baseApi.middleware),
  });
  const words = "ann@bench.test & co %40";
  await store.dispatch(generatedApi.endpoints.listPlatformUsers.initiate({ searchValue: words, limit: 50 }));
  const { searchParams } = new URL(asked[0] ?? "", "http://coffer.test");
  expect(Object.fromEntries(searchParams)).toEqual({ searchValue: words, limit: "50" });
});
