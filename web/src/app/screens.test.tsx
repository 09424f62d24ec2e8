// @vitest-environment jsdom
/** Every list of the app in every state that it can be in, before a server that holds sealed rows and may lie. */
import { readFileSync } from "node:fs";

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { DESK_KINDS } from "./deskKinds";
import { KINDS } from "./kinds";
import { anAccount, CANARY, PASSPHRASE, ROW_STATES, type Account, type Row, type RowState } from "./testing/screens/account";
import { openApp, type OpenApp } from "./testing/screens/app";
import { around, LISTS, NO_LIST, NO_ROWS, type List } from "./testing/screens/lists";
import { leaks, onTheDisk } from "./testing/screens/plaintext";
import { said } from "./testing/screens/said";
import { aFakeServer, ROUTES, type FakeServer, type Fault } from "./testing/screens/server";

vi.mock("../browser/appWorkers", async () => (await import("./testing/screens/app")).startedHere);
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

/** What was deleted is known as such: the bin has an account of its own. In a fresh one nothing is known, and nothing missed. */
let worlds: Readonly<Record<"listed" | "deleted" | "fresh", World>>;
let app: OpenApp | null = null;

beforeAll(async () => {
  worlds = { listed: await aWorld(), deleted: await aWorld(), fresh: await aWorld() };
  for (const list of LISTS) await rowsOf(list);
  for (const { account } of Object.values(worlds)) {
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
  window.dispatchEvent(new Event("online"));
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => Object.values(worlds).forEach(({ account }) => account.end()));

/** Whatever a test of this file has drawn: none of it is anywhere but on the screen. */
async function keepsQuiet({ state }: OpenApp): Promise<void> {
  for (const { server, account } of Object.values(worlds)) {
    expect(leaks({ state: state(), sent: server.everSent() })).toEqual([]);
    expect((await onTheDisk(account.reader.storage)).includes(CANARY), "on the disk").toBe(false);
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

interface How {
  readonly world?: World;
  /** Before the app is there. */
  readonly before?: () => void;
}

async function open(list: List, served: readonly Row[], { world = worldOf(list), before = () => undefined }: How = {}): Promise<World> {
  const { server, account, beside } = world;
  server.reset();
  for (const row of beside) if (list.needs === row.kind && (served.length > 0 || row.kind === "task")) server.serve(row.kind, [row]);
  server.serve(list.kind, served, list.where);
  before();
  app = await openApp(server, account.reader.storage, list.address);
  await list.reveal?.();
  return world;
}



/** What it is called in the table, or as it is drawn. */
function callNames(list: List): string[] {
  const known = Object.values(list.rows).filter((name) => name !== null);
  return list.drawn().map(({ name }) => known.find((one) => name.includes(one)) ?? name).sort();
}

const HOUR_MS = 3_600_000;
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

const COMMENTS = /^POST \/task\/get with comments$/u;

/** Everything that a list asks for. */
const callsOf = ({ name, kind }: List): RegExp => kind === "comment" ? COMMENTS : new RegExp(`^(${(name === "bin" ? ["contact", "document", "profile", "task", "vendor"] as const : [kind]).map((one) => ROUTES[one]).join("|")})$`, "u");

const shown = (id: string, values?: Record<string, string>) => waitFor(() => expect(document.body.textContent).toContain(said(id, values)));
/** Nothing that was written in the account is to be seen. */
const showsNothing = () => expect(document.body.textContent).not.toContain(CANARY);
const isHeld = (one: HTMLElement): boolean => one.getAttribute("aria-disabled") === "true" || one.hasAttribute("disabled");

/** What would change the open row is there and held back; where its menu has nothing of the kind, nothing is looked at. */
async function holdsWrites(list: List): Promise<void> {
  const menu = [...(drawnAs(list, "open")?.querySelectorAll<HTMLElement>("button") ?? [])].find((one) => one.getAttribute("aria-haspopup") === "true");
  if (!menu) return expect(list.changes).toBeUndefined();
  fireEvent.click(menu);
  const items = await screen.findAllByRole("menuitem");
  expect(items.filter((one) => one.textContent.startsWith(DELETE)).map(isHeld)).toEqual([true]);
  fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
}

describe.each(LISTS)("$name, around its rows", (list) => {
  const isThere = () => waitFor(() => expect(drawnAs(list, "open")).toBeDefined());

  test("is read on while nothing is reached, and holds back what would change it; locked, nothing of it is left", async () => {
    await open(list, await servedIn(list));
    await isThere();
    act(() => void window.dispatchEvent(new Event("offline")));
    await shown("shell.offline");
    await isThere();
    await holdsWrites(list);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(document.body.textContent).not.toContain(said("shell.offline")));
    act(() => void fireEvent.click(screen.getByRole("button", { name: said("lock.now"), hidden: true })));
    await shown("locked.title");
    showsNothing();
    fireEvent.change(await screen.findByLabelText(said("locked.passphrase")), { target: { value: PASSPHRASE } });
    fireEvent.click(screen.getByRole("button", { name: said("locked.unlock"), hidden: true }));
    await screen.findByRole("button", { name: said("lock.now"), hidden: true });
  });

  test("is read on while the account could not be checked, and says why nothing is saved", async () => {
    const { server, account } = worldOf(list);
    const { note } = (await account.server.http(account.reader.person.id)<{ note: string }>({ path: "/api/auth/keys/head" })).data;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * HOUR_MS });
    await open(list, await servedIn(list), { before: () => server.fault(/keys\/head$/u, { instead: { note } }) });
    await isThere();
    await waitFor(() => expect(document.body.textContent).toMatch(/Not checked since \d\d:\d\d\. You can read; saving waits\./u));
    await holdsWrites(list);
  });

  test("shows nothing to a browser that nobody has confirmed", async () => {
    const { account } = worldOf(list);
    const server = aFakeServer(account, account.stranger);
    server.serve(list.kind, await servedIn(list), list.where);
    app = await openApp(server, account.stranger.storage, list.address);
    await shown("comparing.ask", { names: "clara" });
    expect(list.drawn()).toEqual([]);
    expect(screen.queryByRole("navigation")).toBeNull();
    showsNothing();
  });
});

describe.each(LISTS)("$name, as a whole", (list) => {
  test("waits without a word, says that it did not load and is asked again, and begins", async () => {
    const { server } = worlds.fresh;
    let answer: (fault: Fault | null) => void = () => undefined;
    let end = () => undefined as void;
    await open(list, [], {
      world: worlds.fresh,
      before: () => {
        end = server.fault(callsOf(list), { when: new Promise((resolve) => (answer = resolve)) });
      },
    });
    if (!list.why.loading) await waitFor(() => expect(screen.getAllByRole("status").some((one) => (one.getAttribute("aria-label") ?? one.textContent) === said("state.loading"))).toBe(true));
    expect(list.drawn()).toEqual([]);
    for (const id of [list.whole.empty, list.whole.error]) if (id) expect(document.body.textContent).not.toContain(said(id));
    answer(list.whole.error ? { status: 500, code: "internal" } : null);
    if (list.whole.error) await shown(list.whole.error);
    // What is asked for only now would be answered, and one of several would not have failed.
    end();
    if (list.whole.error) {
      if (list.whole.empty) expect(document.body.textContent).not.toContain(said(list.whole.empty));
      fireEvent.click(await screen.findByRole("button", { name: said("state.retry") }));
    }
    if (list.whole.empty) await shown(list.whole.empty);
    if (list.whole.error) expect(document.body.textContent).not.toContain(said(list.whole.error));
  });

  test("says that a role may not see it, and the rail has no way there", async () => {
    const { permission, whole, address } = list;
    if (permission === null || whole.error === null) return expect(list.why.forbidden).toBeTypeOf("string");
    const { server } = worlds.fresh;
    await open(list, [], {
      world: worlds.fresh,
      before: () => {
        server.forbid([permission]);
        server.fault(callsOf(list), { status: 403, code: "permission_denied" });
      },
    });
    await shown(whole.error);
    await shown("refused.permission");
    expect(list.drawn()).toEqual([]);
    const rail = within(await screen.findByRole("navigation", { name: said("nav.label") }));
    expect(rail.queryAllByRole("link").map((one) => one.getAttribute("href"))).not.toContain(address.split("?")[0]);
  });
});

describe("the table", () => {
  test("has every kind that the desk holds", () => {
    const known = new Set<string>([...LISTS.flatMap(({ holds }) => holds), ...Object.keys(NO_LIST)]);
    expect(DESK_KINDS.map(({ kind }) => kind).filter((kind) => !known.has(kind))).toEqual([]);
  });

  test("has every route of the app, or says why it draws no list", () => {
    const ofKinds = KINDS.flatMap(({ path }) => [path, `${path}/:id`]);
    const routes = [...ofKinds, ...[...readFileSync("src/app/Inside.tsx", "utf8").matchAll(/path="([^"]+)"/gu)].map(([, path = ""]) => path)];
    const listed = LISTS.map(({ address }) => address.split("?")[0] ?? "");
    const isListed = (route: string) => listed.some((address) => new RegExp(`^${route.replace(/:\w+/gu, "[^/]+")}$`, "u").test(address));
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !(route in NO_ROWS) && !isListed(route))).toEqual([]);
  });

  test("says of each state that a list does not have why it has none", () => {
    const silent = LISTS.flatMap(({ name, rows, whole, permission, why }) => {
      const lacks = [...ROW_STATES.filter((state) => (rows[state] ?? null) === null), ...(["empty", "error"] as const).filter((state) => whole[state] === null), ...(permission === null ? (["forbidden"] as const) : [])];
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
