// @vitest-environment jsdom
/** What is signed is what an item becomes, and whoever takes it back signs what it was. */
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { noticeStore } from "../components/notices";
import type { Item } from "./item";
import { aKeyring, anItem, inside } from "./testing";
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
  return renderHook(() => useItemActs(desk, words), { wrapper: inside(keyring) }).result.current;
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
