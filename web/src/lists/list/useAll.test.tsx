// @vitest-environment jsdom
/** What is drawn whole of a shelf: nothing before it is verified, the facts of what this device cannot read, and of what is refused its place alone. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, render, renderHook } from "@testing-library/react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Answered } from "../../api/answered";
import { arriving } from "../../api/arriving";
import type { Keyring, KeyState, Missing, SealedItem, ShownRecord, VerifiedItem } from "../../keyring/contract";
import { dismiss, noticeStore } from "../../components/notices";
import type { Say } from "../../i18n/say";
import { aDirectory } from "../people/testing";
import { Desk } from "../../app/Desk";
import { deskKind } from "../../desk/kind";
import { workerHere } from "../../desk/testing/worker";
import { SESSION } from "../../app/testing/forms";
import { SessionContext } from "../../session/context";
import type * as appWorkers from "../../browser/appWorkers";
import { textIn, type Item, type ItemKind } from "../item";
import { ItemName, titleOf } from "../marks";
import { canBeDeleted, type OpenedItem } from "../opening";
import { aKeyring, aVerified, inside } from "../testing";
import { useFeed } from "../useFeed";
import { asOpened, useAll } from "./useAll";
import type { Making } from "./useRows";

// Nothing is drawn, so that the desk waits for no frame.
beforeEach(() => void vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Own {
  dueOn: string | null;
}

const KIND: ItemKind<Own> = { kind: "contact", factsIn: (attributes) => ({ dueOn: textIn(attributes, "dueOn") }) };
const MAKING: Making<object, Own, { says: string }, OpenedItem<Item<object, Own>, { says: string }>> = { of: KIND, nothing: {}, rowOf: asOpened };
const KEEPS_DELETED = { keepsDeleted: true };

const desk = deskKind<{ says: string }>({ kind: "contact", version: 1, title: ({ says }) => says, columns: {}, words: () => "" });
vi.mock("../../browser/appWorkers", (): Pick<typeof appWorkers, "startDeskWorker"> => ({ startDeskWorker: () => workerHere([desk]) as Worker }));

/** Its members beside the sealed bytes are what the server likes to say. */
const answer = (id: string, version = 1, word: object = {}): Answered =>
  ({ id, version, sealed: {}, later: [], word, audience: ["told"], owed: ["told"], lifecycle: "archived", state: "archived", dueOn: "1999-01-01", createdBy: "told" }) as unknown as Answered;

const settled = () => act(async () => { for (let turn = 0; turn < 200; turn += 1) await Promise.resolve(); });

const AUDIENCE = ["board"] as unknown as VerifiedItem["audience"];
const contentAlarm = (kind: string) => Object.assign(new Error(kind), { name: "ContentAlarm", kind, code: "data_loss" });
const noKey = () => Object.assign(new Error("No key"), { name: "Sealed", code: "failed_precondition" });

interface Device {
  /** Why an item is refused. */
  refused?: Record<string, Error>;
  /** Items that no key of this device opens; without one, none opens. */
  closed?: (id: string, state: KeyState["name"]) => boolean;
  /** Items whose statements do not stand in the log yet. */
  unproven?: string[];
  whenProven?: Keyring["whenProven"];
  creatorOf?: () => string;
  missing?: Keyring["missing"];
  directory?: Keyring["directory"];
  lastTitle?: Keyring["lastTitle"];
  /** Items whose newest statement deletes them. */
  deleted?: string[];
}

function list(items: Answered[], { refused = {}, closed = () => false, unproven = [], deleted = [], creatorOf = () => "clara", ...more }: Device = {}) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  function found({ id, version }: SealedItem): ShownRecord {
    const item = aVerified("contact", id, { state: "active", dueOn: `2027-01-0${version}` }, { audience: AUDIENCE, owed: ["board"], deleted: deleted.includes(id), creator: creatorOf(), grade: unproven.includes(id) ? "verified" : "proven" });
    return { item, contents: closed(id, browser.keyring.state().name) ? { closed: noKey() } : { payload: { says: `${id}@${version}` } } };
  }
  const browser = aKeyring({
    ...more,
    async showRecord(_kind, item) {
      asked.push(`${item.id}@${item.version}`);
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      const refusal = refused[item.id];
      if (refusal) throw refusal;
      return found(item);
    },
  });
  interface Props {
    shown: Answered[];
    askedAt?: number;
  }
  const Keys = inside(browser.keyring);
  const store = configureStore({ reducer: { arriving } });
  function useShown({ shown, askedAt }: Props) {
    useFeed("contact", shown, askedAt, KEEPS_DELETED);
    return useAll(MAKING, "contact", shown);
  }
  const { result, rerender } = renderHook(useShown, {
    wrapper: ({ children }) => (
      <Provider store={store}>
        <SessionContext value={SESSION}>
          <Keys>
            <Desk>{children}</Desk>
          </Keys>
        </SessionContext>
      </Provider>
    ),
    initialProps: { shown: items },
  });
  return {
    ...browser,
    asked,
    rows: () => result.current,
    row: (id: string) => result.current?.find((one) => one.id === id),
    says: () => result.current?.map(({ opening }) => (opening.name === "open" ? opening.payload.says : opening.name)),
    show: (next: Answered[], askedAt?: number) => rerender({ shown: next, ...(askedAt !== undefined && { askedAt }) }),
    /** The keyring verifies nothing more until it is let go on. */
    hold: () => void (held = true),
    async goOn() {
      held = false;
      for (const resolve of waiting.splice(0)) resolve();
      await settled();
    },
  };
}

async function opened(items: Answered[], device: Device = {}) {
  const shown = list(items, device);
  await settled();
  return shown;
}

test("nothing of an item is drawn before it is verified, and then by what was signed", async () => {
  const shown = list([answer("a"), answer("b")]);
  expect(shown.rows(), "not a single row").toBeUndefined();
  await settled();
  expect(shown.says()).toEqual(["a@1", "b@1"]);
  expect(shown.row("a")?.item).toMatchObject({ audience: ["board"], owed: ["board"], lifecycle: "active", dueOn: "2027-01-01", createdBy: "clara" });
});

test("a new item has no row until it is verified; those before it keep theirs", async () => {
  const shown = await opened([answer("a")]);
  shown.hold();
  shown.show([answer("new"), answer("a")]);
  await settled();
  expect(shown.says()).toEqual(["a@1"]);
  await shown.goOn();
  expect(shown.says()).toEqual(["new@1", "a@1"]);
});

test("what is refused is called as it was when it was proven last, in every place where it is named", async () => {
  const shown = await opened([answer("bad")], { refused: { bad: contentAlarm("rolled back") }, lastTitle: () => Promise.resolve("Passport") });
  const bad = shown.row("bad");
  expect(bad?.opening).toEqual({ name: "alarm", word: "rolled back", last: "Passport" });
  const say: Say = (_id, text, values) => text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values?.[name]));
  expect(bad && titleOf(bad, null, "", say, new Map())).toBe("Rolled back: Passport");
  render(bad ? <ItemName opening={bad.opening} title="" tile={null} /> : null, { wrapper: inside(shown.keyring) });
  expect(document.body.textContent).toBe("Rolled backPassport");
});

test("what its whole chain refuses loses its contents before anybody has looked up how it was called", async () => {
  const shown = await opened([answer("a")], {
    unproven: ["a"], whenProven: () => Promise.reject(contentAlarm("foreign")), lastTitle: () => new Promise(() => undefined),
  });
  await vi.waitFor(() => expect(shown.says()).toEqual(["alarm"]));
});

test("what a verified statement deletes stays under its name, and marked; what is only said to be deleted has no mark", async () => {
  const shown = await opened([answer("gone"), answer("kept", 1, { deleted: true })], { deleted: ["gone"] });
  const marks = () => shown.rows()?.map(({ item, opening }) => [opening.name === "open" && opening.payload.says, item.deleted]);
  expect(marks()).toEqual([["gone@1", true], ["kept@1", false]]);
  shown.hold();
  shown.show([answer("gone", 2), answer("kept", 1, { deleted: true })]);
  await settled();
  expect(marks(), "also while it is verified anew").toEqual([["gone@1", true], ["kept@1", false]]);
});

test("who has ended what is gone is told once, by the signed statement", async () => {
  const ended = (id: string, is: "deleted" | "not shared", by: string) => ({ id, is, by, at: "2026-11-20T00:00:00.000Z" });
  const found: Missing[][] = [[ended("b", "not shared", "jonas"), ended("c", "not shared", "jonas"), ended("d", "deleted", "mira")], []];
  const people = [{ id: "jonas", name: "Jonas Weber" }, { id: "mira", name: "Mira Weber" }];
  const shown = await opened([answer("a")], { missing: () => Promise.resolve(found.shift() ?? []), directory: () => Promise.resolve(aDirectory({ people })) });
  shown.show([answer("a")], 7);
  await settled();
  const told = noticeStore.current().map(({ title, detail }) => [title, detail]);
  expect(told).toEqual([["No longer shared with you, by Jonas Weber", "2 items"], ["Deleted by Mira Weber", undefined]]);
  for (const { id } of noticeStore.current()) dismiss(id);
  shown.show([answer("a", 2)], 8);
  await settled();
  expect(noticeStore.current()).toEqual([]);
});

test.each(["rolled back", "foreign", "withheld", "altered"] as const)("what is %s keeps its place, says so, and nothing else of it is shown", async (word) => {
  const shown = await opened([answer("a"), answer("bad"), answer("c")], { refused: { bad: contentAlarm(word) } });
  expect(shown.says()).toEqual(["a@1", "alarm", "c@1"]);
  const bad = shown.row("bad");
  expect(bad).toMatchObject({ opening: { name: "alarm", word }, settled: false });
  expect(bad?.item).toMatchObject({ audience: [], owed: [], lifecycle: "active", deleted: false, createdAt: null, createdBy: null, updatedAt: null, updatedBy: null, dueOn: null });
  expect(JSON.stringify(bad)).not.toMatch(/says|told|archived|1999/);
  expect(bad && canBeDeleted(bad.opening), "whoever deletes signs on top of it").toBe(false);
});

test("an item that was shown and is then answered as something else shows nothing of what it said", async () => {
  const refused: Record<string, Error> = {};
  const shown = await opened([answer("a")], { refused });
  refused["a"] = contentAlarm("altered");
  shown.show([answer("a", 2)]);
  await settled();
  expect(shown.says()).toEqual(["alarm"]);
  expect(shown.row("a")?.item).toMatchObject({ audience: [], dueOn: null });
});

test("what no key of this device opens keeps its facts; of what was verified and not proven that is said", async () => {
  const shown = await opened([answer("a"), answer("b")], { closed: (id) => id === "b", unproven: ["a"] });
  expect(shown.row("a")?.opening).toMatchObject({ name: "open", proven: false });
  expect(shown.row("b")).toMatchObject({ item: { audience: ["board"], dueOn: "2027-01-01" }, opening: { name: "sealed", locked: false } });
});

test("locked, the contents go and the verified facts stay", async () => {
  const shown = await opened([answer("a")], { closed: (_id, state) => state !== "ready" });
  act(() => shown.become("locked"));
  await settled();
  expect(shown.row("a")).toMatchObject({ item: { audience: ["board"], dueOn: "2027-01-01" }, opening: { name: "sealed", locked: true }, settled: false });
  expect(JSON.stringify(shown.rows())).not.toContain("says");
});

test("while the device locks, not even for a moment are contents drawn", async () => {
  const shown = await opened([answer("a")]);
  shown.hold();
  act(() => shown.become("locked"));
  expect(JSON.stringify(shown.rows() ?? [])).not.toContain("a@1");
});

test("one more item opens one more, in a list of any length", async () => {
  const items = Array.from({ length: 600 }, (_, at) => answer(`i${at}`));
  const shown = await opened(items);
  expect(shown.asked).toHaveLength(600);
  shown.show([answer("new"), ...items]);
  await settled();
  expect(shown.asked.slice(600)).toEqual(["new@1"]);
});

test("another answer about the same version changes the server's word, and is not verified again", async () => {
  const shown = await opened([answer("a", 1, { rank: "a" })]);
  shown.show([answer("a", 1, { rank: "b" })]);
  await settled();
  shown.show([answer("a", 1, { rank: "b" })]);
  expect([shown.row("a")?.item.word, shown.asked]).toEqual([{ rank: "b" }, ["a@1"]]);
});

test("a changed item is opened again, and what it said stays until then, and is not built on", async () => {
  const shown = await opened([answer("a"), answer("b")]);
  shown.show([answer("a", 2), answer("b")]);
  expect([shown.says(), shown.row("a")?.settled, shown.row("a")?.item.dueOn]).toEqual([["a@1", "b@1"], false, "2027-01-01"]);
  await settled();
  expect([shown.says(), shown.row("a")?.settled, shown.row("a")?.item.dueOn]).toEqual([["a@2", "b@1"], true, "2027-01-02"]);
});

test("until the keyring has started nothing is said of access; without a key of this browser they are locked, for a role without keys there is no access", async () => {
  const shown = await opened([answer("a")], { closed: (_id, state) => state !== "ready" });
  const named = () => shown.rows()?.map(({ item, opening }) => titleOf({ item, opening }, null, "", (_id, text) => text, new Map()));
  const become = async (name: KeyState["name"]) => {
    act(() => shown.become(name));
    await settled();
  };
  await become("starting");
  expect(named()).toEqual(["Opening"]);
  for (const name of ["stopped", "new", "locked"] as const) {
    await become(name);
    expect(named()).toEqual(["Locked"]);
  }
  await become("keyless");
  expect(named()?.[0]).toContain("No access");
});

test("locked, no contents are kept for the next unlocking", async () => {
  const shown = await opened([answer("a")], { closed: (_id, state) => state !== "ready" });
  expect(shown.says()).toEqual(["a@1"]);
  act(() => shown.become("locked"));
  await settled();
  shown.hold();
  act(() => shown.become("ready"));
  await settled();
  expect(shown.says() ?? []).not.toContain("a@1");
  await shown.goOn();
  expect(shown.says()).toEqual(["a@1"]);
});

test("what becomes proven says so, with who has made it", async () => {
  const proven: (() => void)[] = [];
  const unproven = ["a"];
  const shown = await opened([answer("a")], {
    unproven, creatorOf: () => (unproven.length > 0 ? "clara" : "jonas"), whenProven: () => new Promise((resolve) => proven.push(resolve)),
  });
  expect(shown.row("a")).toMatchObject({ opening: { proven: false }, item: { createdBy: "clara" } });
  unproven.pop();
  for (const resolve of proven) resolve();
  await vi.waitFor(() => expect(shown.row("a")).toMatchObject({ opening: { name: "open", proven: true }, item: { createdBy: "jonas" } }));
});

test("what turns out by its whole chain not to be what was signed is shown no longer", async () => {
  const shown = await opened([answer("a")], { unproven: ["a"], whenProven: () => Promise.reject(contentAlarm("foreign")) });
  await vi.waitFor(() => expect(shown.says()).toEqual(["alarm"]));
  expect(JSON.stringify(shown.rows())).not.toContain("a@1");
});

test("what could not be looked at is not called broken, and is looked at again", async () => {
  vi.useFakeTimers();
  const refused: Record<string, Error> = { a: Object.assign(new Error("No connection."), { failure: { status: 0 } }) };
  const shown = await opened([answer("a"), answer("b")], { refused });
  expect(shown.says()).toEqual(["opening", "b@1"]);
  delete refused["a"];
  await act(async () => { await vi.advanceTimersByTimeAsync(3000); });
  await settled();
  expect(shown.says()).toEqual(["a@1", "b@1"]);
  expect(shown.asked).toEqual(["a@1", "b@1", "a@1"]);
  vi.useRealTimers();
});

test("what a whole answer leaves out and nobody has ended keeps a row with that word, until it is served again", async () => {
  const asked: [readonly string[], number][] = [];
  const shown = await opened([answer("a"), answer("b")], {
    missing: (_kind, ids, { askedAt }) => {
      asked.push([ids, askedAt]);
      return Promise.resolve(ids.includes("b") ? [] : [{ id: "b", is: "withheld", title: "Lease" }, { id: "c", is: "deleted", by: "jonas", at: "2026-11-20T00:00:00.000Z" }]);
    },
  });
  expect(asked, "an answer that is not whole says nothing of what it leaves out").toEqual([]);
  shown.show([answer("a")], 7);
  await settled();
  expect(asked).toEqual([[["a"], 7]]);
  expect(shown.says()).toEqual(["a@1", "alarm"]);
  expect(shown.row("b")).toMatchObject({ opening: { name: "alarm", word: "withheld" }, settled: false, item: { audience: [], updatedBy: null } });
  shown.show([answer("a"), answer("b")], 8);
  await settled();
  expect(shown.says()).toEqual(["a@1", "b@1"]);
});

test("in the moment after locking, in which nothing can be looked at, rows are locked; their facts come", async () => {
  vi.useFakeTimers();
  const refused: Record<string, Error> = {};
  const shown = await opened([answer("a")], { refused, closed: (_id, state) => state !== "ready" });
  refused["a"] = Object.assign(new Error("Not in this state."), { name: "NotInThisState", code: "failed_precondition" });
  act(() => shown.become("locked"));
  await settled();
  expect(shown.row("a")).toMatchObject({ opening: { name: "sealed", locked: true }, item: { dueOn: null } });
  delete refused["a"];
  await act(async () => { await vi.advanceTimersByTimeAsync(3000); });
  await settled();
  expect(shown.row("a")).toMatchObject({ opening: { name: "sealed", locked: true }, item: { dueOn: "2027-01-01" } });
  vi.useRealTimers();
});

test("what its whole chain refuses is shown no longer, also when the list was answered anew in between", async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const shown = await opened([answer("a")], { unproven: ["a"], whenProven: () => new Promise((_resolve, reject) => (refuse = reject)) });
  shown.show([answer("a")]);
  await settled();
  refuse(contentAlarm("foreign"));
  await vi.waitFor(() => expect(shown.says()).toEqual(["alarm"]));
});

test("a list that is known to be empty stays one until the first item is opened: what stands over it is not taken down", async () => {
  const shown = await opened([]);
  expect(shown.rows()).toEqual([]);
  shown.hold();
  shown.show([answer("a")]);
  await settled();
  expect(shown.rows()).toEqual([]);
  await shown.goOn();
  expect(shown.says()).toEqual(["a@1"]);
});
