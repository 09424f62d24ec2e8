/** One row more costs the same in a list of any length: the work is counted, in the store that the product has, for every collection. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { baseApi } from "../api/baseApi";
import type * as http from "../api/http";
import type { ListPage, ListQuery, Synced } from "../api/itemSync";
import type { store as appStore } from "./store";

interface Row {
  id: string;
}

const server = vi.hoisted(() => ({ rows: [] as Row[], added: [] as Row[], seq: 0 }));

// What the toolkit checks in development only is no work of the product.
vi.hoisted(() => vi.stubEnv("NODE_ENV", "production"));
vi.mock(import("../api/http"), async (original) => ({
  ...(await original()),
  call: (({ body, query }: { body?: Partial<ListQuery>; query?: Partial<ListQuery> }) => {
    const data = (body ?? query)?.since === undefined ? server.rows : server.added;
    const page: ListPage<Row> = { data, page: { nextCursor: null }, sync: { seq: server.seq } };
    return Promise.resolve({ data: page });
  }) as unknown as typeof http.call,
}));

const sources = import.meta.glob<string>(["../api/*.ts", "!../api/*.test.ts"], { query: "?raw", import: "default", eager: true });
const modules = import.meta.glob(["../api/*.ts", "!../api/*.test.ts"]);

/** Every endpoint that keeps a whole collection, as the sources say. */
const COLLECTIONS = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/(\w+): build\.query<Synced</g)].map(([, name = ""]) => name),
);

let looks = 0;

/** Counts whoever looks into what a row carries, in whatever way. */
function watched<Content extends object>(content: Content): Content {
  const counted =
    <Args extends never[], Answer>(look: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      looks += 1;
      return look(...args);
    };
  return new Proxy(content, {
    get: counted(Reflect.get),
    has: counted(Reflect.has),
    ownKeys: counted(Reflect.ownKeys),
    getPrototypeOf: counted(Reflect.getPrototypeOf),
    isExtensible: counted(Reflect.isExtensible),
    getOwnPropertyDescriptor: counted(Reflect.getOwnPropertyDescriptor),
  });
}

const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({
    id: `row ${from + at}`,
    version: 1,
    sealed: watched({ dataB64u: "AA", wraps: watched([]) }),
    word: watched({ version: 1, rank: "m" }),
  }));

type State = ReturnType<typeof appStore.getState>;

interface Endpoint {
  initiate: (argument: undefined, options: { forceRefetch: true }) => ThunkAction<Promise<{ data: Synced<Row> }>, State, undefined, UnknownAction>;
}

let store: typeof appStore;
let api: typeof baseApi;

beforeAll(async () => {
  await Promise.all(Object.values(modules).map((load) => load()));
  ({ store } = await import("./store"));
  ({ baseApi: api } = await import("../api/baseApi"));
});
afterAll(() => vi.unstubAllEnvs());

/** The rows before and after one was added, and how often somebody looked into one meanwhile. */
async function oneMore(name: string, count: number) {
  const { initiate } = (api.endpoints as unknown as Record<string, Endpoint>)[name] ?? {};
  if (!initiate) throw new Error(`There is no endpoint ${name}.`);
  const ask = async (): Promise<readonly Row[]> => {
    const { data } = await store.dispatch(initiate(undefined, { forceRefetch: true }));
    return data.rows;
  };

  store.dispatch(api.util.resetApiState());
  Object.assign(server, { rows: rows(0, count), added: [], seq: 1 });
  const before = await ask();
  Object.assign(server, { added: rows(count, count + 1), seq: 2 });
  looks = 0;
  const after = await ask();
  return { before, after, looks };
}

test("the sources name the collections", () => expect(COLLECTIONS.length).toBeGreaterThanOrEqual(5));

describe.each(COLLECTIONS)("one row more in %s", (name) => {
  test("leaves every other row the very object that it was", async () => {
    const { before, after } = await oneMore(name, 50);
    expect(after).toHaveLength(51);
    expect(after.slice(1).every((row, at) => row === before[at])).toBe(true);
  });

  test("takes as many looks into rows, however many there are", async () => {
    const few = await oneMore(name, 10);
    const many = await oneMore(name, 1000);
    expect(many.looks).toBe(few.looks);
  });
});
