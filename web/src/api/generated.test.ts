/** Generated calls go out as they were meant, and those that nobody makes do not travel. */
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

/** What the app itself says, without what is generated and what only tests say. */
const sources = (): string[] =>
  Object.values(import.meta.glob(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../**/testing/**", "!./*generated.ts"], { query: "?raw", import: "default", eager: true })).map(String);

const isCalled = (name: string, text: string): boolean =>
  new RegExp(`\\buse(Lazy)?${name.charAt(0).toUpperCase()}${name.slice(1)}(Infinite)?(Query|Mutation)\\b|\\bendpoints\\.${name}\\b`).test(text);

/** By the names that are generated: other modules add to the same endpoints. */
async function namesIn(file: string): Promise<string[]> {
  const files = import.meta.glob<string>("./*generated.ts", { query: "?raw", import: "default" });
  const text = await files[`./${file}.ts`]?.();
  return [...(text ?? "").matchAll(/^ {4}(\w+): build\./gm)].map(([, name = ""]) => name);
}

test("a call that travels is made by something, and what is made otherwise does not travel", async () => {
  const all = sources();
  const called = (name: string) => all.some((text) => isCalled(name, text));
  for (const file of ["doors.generated", "generated", "workspace.generated"]) {
    const names = await namesIn(file);
    expect(names.length, file).toBeGreaterThan(3);
    expect(names.filter((name) => !called(name)), `of ${file}: name it in CALLED_OTHERWISE of openapi.config.mjs`).toEqual([]);
  }
  const otherwise = await namesIn("typesOnly.generated");
  expect(otherwise.length).toBeGreaterThan(30);
  expect(otherwise.filter(called)).toEqual([]);
  // Its types alone are of use.
  expect(all.filter((text) => /^import (?!type )[^;]*typesOnly\.generated"/m.test(text))).toEqual([]);
});
