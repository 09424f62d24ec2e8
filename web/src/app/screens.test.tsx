// @vitest-environment jsdom
/** Every list of the app in every state that it can be in, before a server that holds sealed rows and may lie. */
import { readFileSync } from "node:fs";

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { DESK_KINDS } from "./deskKinds";
import { anAccount, CANARY, ROW_STATES, type Account, type Row, type RowState } from "./testing/screens/account";
import { openApp, type OpenApp } from "./testing/screens/app";
import { around, LISTS, NO_LIST, NO_ROWS, type List } from "./testing/screens/lists";
import { leaks, onTheDisk } from "./testing/screens/plaintext";
import { said } from "./testing/screens/said";
import { aFakeServer, type FakeServer } from "./testing/screens/server";

vi.mock("../workers/appWorkers", async () => (await import("./testing/screens/app")).startedHere);
vi.mock("../components/fetchInTurn", () => ({ useFetchInTurn: () => undefined }));

interface World {
  readonly account: Account;
  readonly server: FakeServer;
  readonly beside: readonly Row[];
  readonly rows: Map<string, Promise<readonly Row[]>>;
}

async function aWorld(): Promise<World> {
  const account = await anAccount();
  const beside: Row[] = [];
  for (const one of await around(account.server.account)) beside.push(await account.oneOf(one, "Beside"));
  return { account, server: aFakeServer(account), beside, rows: new Map() };
}

/** What was deleted is known as such: the bin has an account of its own. */
let worlds: Readonly<Record<"listed" | "deleted", World>>;
let app: OpenApp | null = null;

beforeAll(async () => {
  worlds = { listed: await aWorld(), deleted: await aWorld() };
  for (const { account } of Object.values(worlds)) {
    for (const list of LISTS) await rowsOf(list);
    account.before.keyring.end();
    await account.owner.hear();
  }
});
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1400);
  HTMLElement.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request: () => new Promise(() => undefined) } });
});
afterEach(async () => {
  if (app) await keepsQuiet(app);
  await app?.close();
  app = null;
  vi.restoreAllMocks();
});
afterAll(() => Object.values(worlds).forEach(({ account }) => account.end()));

/** Whatever a test of this file has drawn: none of it is anywhere but on the screen. */
async function keepsQuiet({ state }: OpenApp): Promise<void> {
  for (const { server, account } of Object.values(worlds)) {
    expect(leaks({ state: state(), sent: server.everSent() })).toEqual([]);
    expect((await onTheDisk(account.storage)).includes(CANARY), "on the disk").toBe(false);
  }
}

const worldOf = ({ where }: List): World => worlds[where ?? "listed"];

/** The same for all lists of a kind: what is served in one is missed in the other. */
async function rowsOf(list: List): Promise<readonly Row[]> {
  const { account, rows } = worldOf(list);
  const made = rows.get(list.kind) ?? list.making(account.server.account).then((making) => account.rowsOf(making));
  rows.set(list.kind, made);
  return made;
}

const servedIn = async (list: List): Promise<readonly Row[]> => (await rowsOf(list)).filter(({ state }) => state in list.rows);

async function open(list: List, served: readonly Row[]): Promise<World> {
  const world = worldOf(list);
  const { server, account, beside } = world;
  server.reset();
  for (const row of beside) server.serve(row.kind, [row]);
  server.serve(list.kind, served, list.where);
  app = await openApp(server, account.storage, list.address);
  await list.reveal?.();
  return world;
}



/** What it is called in the table, or as it is drawn. */
function callNames(list: List): string[] {
  const known = Object.values(list.rows).filter((name) => name !== null);
  return list.drawn().map(({ name }) => known.find((one) => name.includes(one)) ?? name).sort();
}

const MENU = said("documents.menu");
const OPEN = said("documents.open");
const DELETE = said("documents.delete");

/** What its own buttons and its menu offer for a row, but to look at it. */
async function offered(row: HTMLElement): Promise<string[]> {
  const buttons = [...row.querySelectorAll<HTMLElement>("button")];
  const names = buttons.map((one) => one.getAttribute("aria-label") ?? one.textContent);
  const menu = buttons.find((one) => one.getAttribute("aria-haspopup") === "true");
  if (menu) {
    fireEvent.click(menu);
    names.push(...(await screen.findAllByRole("menuitem")).map((one) => one.textContent));
    fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  }
  return names.filter((name) => name !== MENU && !name.startsWith(OPEN));
}

const drawnAs = (list: List, state: RowState): HTMLElement | undefined => list.drawn().find(({ name }) => name.includes(list.rows[state] ?? "\n"))?.element;

describe.each(LISTS)("$name", (list) => {
  test("draws each row as what it is, and offers changes of none that was not opened", async () => {
    const { server } = await open(list, await servedIn(list));
    await waitFor(() => expect(callNames(list)).toEqual(Object.values(list.rows).filter((name) => name !== null).sort()));
    const found: Partial<Record<RowState, string[]>> = {};
    for (const state of ROW_STATES) {
      const element = drawnAs(list, state);
      if (element) found[state] = await offered(element);
    }
    const { open: whole = [], broken = [], ...rest } = found;
    const closed = Object.entries(rest).filter(([state]) => state !== "checked");
    expect(whole.length > 0, "what is open can be changed").toBe(list.changes === true);
    expect(broken.filter((one) => one !== DELETE), "of what does not open nothing but its end is signed").toEqual([]);
    expect(closed.filter(([, some]) => some.length > 0)).toEqual([]);
    expect(server.writes, "looking changes nothing").toEqual([]);
  });
});

describe("the table", () => {
  test("has every kind that the desk holds", () => {
    const known = new Set<string>([...LISTS.flatMap(({ holds }) => holds), ...Object.keys(NO_LIST)]);
    expect(DESK_KINDS.map(({ kind }) => kind).filter((kind) => !known.has(kind))).toEqual([]);
  });

  test("has every route of the app, or says why it draws no list", () => {
    const routes = [...readFileSync("src/app/Inside.tsx", "utf8").matchAll(/path="([^"]+)"|\["(\/[^\]]+)"\]\.map/gu)].flatMap(([, one, several]) => one ?? several?.split('", "') ?? []);
    const listed = LISTS.map(({ address }) => address.split("?")[0] ?? "");
    const isListed = (route: string) => listed.some((address) => new RegExp(`^${route.replace(/:\w+/gu, "[^/]+")}$`, "u").test(address));
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !(route in NO_ROWS) && !isListed(route))).toEqual([]);
  });

  test("says of each state that a list does not have why it has none", () => {
    const silent = LISTS.flatMap(({ name, rows, whole, why }) => {
      const lacks = [...ROW_STATES.filter((state) => (rows[state] ?? null) === null), ...(["empty", "error"] as const).filter((state) => whole[state] === null)];
      return lacks.filter((state) => !why[state]).map((state) => `${name}: ${state}`);
    });
    expect(silent).toEqual([]);
  });
});

describe("the law that words of people stand on the screen alone", () => {
  const nothing = { state: {}, sent: "" };
  afterEach(() => {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem("planted");
    history.replaceState(null, "", "/");
    for (const title of document.querySelectorAll("title")) title.remove();
  });

  test.each<[string, () => Partial<Parameters<typeof leaks>[0]>]>([
    ["Redux", () => ({ state: { selection: [{ title: `The ${CANARY}` }] } })],
    ["what was sent", () => ({ sent: `POST /search ${CANARY}` })],
    ["the browser's storage", () => (localStorage.setItem("planted", CANARY), {})],
    ["the session's storage", () => (sessionStorage.setItem("planted", CANARY), {})],
    ["the address", () => (history.replaceState(null, "", `/contacts?text=${encodeURIComponent(CANARY)}`), {})],
    ["the history of the page", () => (history.replaceState({ title: CANARY }, "", "/contacts"), {})],
    ["the title of the page", () => (document.head.append(Object.assign(document.createElement("title"), { textContent: CANARY })), {})],
  ])("finds one in %s", (place, plant) => {
    expect(leaks(nothing)).toEqual([]);
    expect(leaks({ ...nothing, ...plant() })).toEqual([place]);
  });

  test("finds one on the disk", async () => {
    const storage = new IDBFactory();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = storage.open("planted");
      request.onupgradeneeded = () => request.result.createObjectStore("boxes").put({ box: new TextEncoder().encode(CANARY) }, "one");
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    expect((await onTheDisk(storage)).includes(CANARY)).toBe(true);
  });
});
