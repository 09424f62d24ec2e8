// @vitest-environment jsdom
/** What is signed is what an item becomes, and whoever takes it back signs what it was. */
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { noticeStore } from "../components/notices";
import { STATE } from "../desk/kind";
import type { View } from "../desk/messages";
import { useView } from "../desk/react";
import type { BulkAnswer } from "./itemErrors";
import type { Item } from "./item";
import { aKeyring, anItem, aVerified } from "./testing";
import { aDeskWith } from "./testingActs";
import { useItemActs, type ItemDesk } from "./useItemActs";

const confirmed = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock(import("../api/stepUp"), async (original) => ({ ...(await original()), confirmWhoIsThere: confirmed }));

let signed: unknown[];
let purged: string[][];

beforeEach(() => {
  [signed, purged] = [[], []];
  confirmed.mockReset();
});
afterEach(cleanup);

/** Answers with the items one version on, and with what was signed behind them. */
const onward = (items: readonly { id: string }[]) =>
  Promise.resolve({ data: { data: items.map(({ id }) => anItem(id, 2, { later: ["the last statement"] })), errors: [] } });

function acts(purge: ItemDesk<Item>["purge"] = (items) => onward(items)) {
  const { keyring } = aKeyring({
    signAttrs: (_kind, item, attrs) => {
      signed.push(["attrs", item.later.length, attrs]);
      return Promise.resolve({} as never);
    },
    signDelete: (_kind, item) => {
      signed.push(["delete", item.later.length]);
      return Promise.resolve({} as never);
    },
  });
  const desk: ItemDesk<Item> = {
    kind: "contact",
    read: (sent: Item) => Promise.resolve(sent),
    move: onward,
    remove: onward,
    restore: onward,
    purge,
  };
  const words = { archived: String, deleted: String };
  return renderHook(() => useItemActs(desk, words), { wrapper: aDeskWith("nobody", "Nobody", keyring).wrapper }).result.current;
}

async function takeBack(): Promise<void> {
  const before = signed.length;
  noticeStore.current().at(-1)?.undo?.();
  await vi.waitFor(() => expect(signed.length).toBeGreaterThan(before));
}

// A page remembers what it wrote itself: each test has items of its own.
test("archiving signs the archived state and nothing else, and taking it back the one before", async () => {
  await acts().archive([anItem("a")]);
  expect(signed).toEqual([["attrs", 0, { state: "archived" }]]);
  await takeBack();
  expect(signed.at(-1)).toEqual(["attrs", 1, { state: "active" }]);
});

test("bringing back from the archive signs the active state", async () => {
  await acts().unarchive([anItem("b", 1, { lifecycle: "archived" })]);
  expect(signed).toEqual([["attrs", 0, { state: "active" }]]);
});

test("whoever takes a deletion back builds on it, not on the item that was there before, and changes nothing of it", async () => {
  await acts().remove([anItem("c")]);
  await takeBack();
  expect(signed).toEqual([["delete", 0], ["attrs", 1, {}]]);
});

const unproven = (id: string) => ({ id, code: "permission_denied", message: "Confirm", details: { reason: "step_up_required" } });

function purging(refuses: (time: number) => string[]): ItemDesk<Item>["purge"] {
  return (items) => {
    purged.push(items.map(({ id }) => id));
    const refused = refuses(purged.length);
    return Promise.resolve({ data: { data: items.filter(({ id }) => !refused.includes(id)), errors: refused.map(unproven) } });
  };
}

test("for good only what still waits for the proof goes again, and nothing without one", async () => {
  confirmed.mockResolvedValue(true);
  const result = await acts(purging((time) => (time === 1 ? ["b"] : []))).purge([anItem("a"), anItem("b")]);
  expect(purged).toEqual([["a", "b"], ["b"]]);
  expect(result.done.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(result.refused).toEqual([]);

  purged = [];
  confirmed.mockResolvedValue(false);
  const held = await acts(purging(() => ["b"])).purge([anItem("a"), anItem("b")]);
  expect(purged).toEqual([["a", "b"]]);
  expect(held.refused.map(({ id }) => id)).toEqual(["b"]);
});

const ACTIVE: View = { kind: "contact", where: { field: STATE, op: "eq", value: "active" }, text: "", sort: [], group: null };

/** A list with one item, and a server that answers when it is told to. */
function aList(id: string) {
  const { keyring } = aKeyring({ signAttrs: () => Promise.resolve({} as never), signDelete: () => Promise.resolve({} as never) });
  const { host, store, wrapper } = aDeskWith(id, "Anna", keyring);
  const answers: ((answer: BulkAnswer<Item>) => void)[] = [];
  const call = () => new Promise<BulkAnswer<Item>>((resolve) => answers.push(resolve));
  const desk: ItemDesk<Item> = { kind: "contact", read: (sent: Item) => Promise.resolve(sent), move: call, remove: call, restore: call, purge: call };
  const words = { archived: String, deleted: String };
  const { result } = renderHook(() => ({ acts: useItemActs(desk, words), window: useView(ACTIVE, 0, 10).window }), { wrapper });
  const answer = async (given: BulkAnswer<Item>) => {
    await waitFor(() => expect(answers).not.toHaveLength(0));
    await act(async () => {
      answers.shift()?.(given);
      await new Promise((resolve) => setTimeout(resolve));
    });
  };
  const done = (version: number) => answer({ data: { data: [anItem(id, version, { revision: version })], errors: [] } });
  const refused = () => answer({ data: { data: [], errors: [{ id, code: "permission_denied", message: "You may not.", details: {} }] } });
  const shows = (ids: string[]) => waitFor(() => expect(result.current.window?.ids).toEqual(ids));
  return { result, host, store, done, refused, shows };
}

test("what is archived or deleted leaves its list before anybody has answered, and comes back where it is refused", async () => {
  const { result, store, refused, shows } = aList("d");
  for (const what of ["archive", "remove"] as const) {
    await shows(["d"]);
    const acting = result.current.acts[what]([anItem("d")]);
    await shows([]);
    expect(result.current.window?.all).toBe(what === "remove" ? 0 : 1);
    await refused();
    expect((await acting).refused).toMatchObject([{ id: "d", message: "Your role does not allow this." }]);
    await shows(["d"]);
  }
  expect(Object.values(store.getState().acts)).toMatchObject([{ name: "archive", phase: "refused", done: 0 }, { name: "delete", phase: "refused", done: 0 }]);
});

test("what was deleted is shown again as soon as that is taken back, goes again where that is refused, and comes when somebody brings it back", async () => {
  const { result, host, store, done, refused, shows } = aList("e");
  await shows(["e"]);
  const removing = result.current.acts.remove([anItem("e")]);
  await done(2);
  await act(async () => void (await removing));
  await shows([]);
  act(() => noticeStore.current().at(-1)?.undo?.());
  await shows(["e"]);
  // News of the deletion comes late.
  await act(async () => {
    host.now().keys({ end: "contact", rows: [{ id: "e", revision: 2 }] });
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(result.current.window?.ids).toEqual(["e"]);
  await refused();
  await shows([]);
  expect(Object.values(store.getState().acts)).toMatchObject([{ name: "delete", phase: "committed", done: 1 }, { name: "restore", phase: "refused" }]);
  const row = { id: "e", version: 3, word: {}, state: "open", item: aVerified("contact", "e", {}, { revision: 3 }), payload: { name: "Anna" } } as const;
  act(() => host.now().keys({ put: "contact", rows: [row] }));
  await shows(["e"]);
});
