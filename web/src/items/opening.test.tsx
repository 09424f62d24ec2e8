// @vitest-environment jsdom
/** What a list shows of its items: at once, verified a moment later, and sealed as soon as the device locks. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { Item } from "./item";
import { titleOf } from "./marks";
import { useOpenedItems } from "./opening";
import { aKeyring, anItem, inside } from "./testing";

afterEach(cleanup);

/** Whatever is under way comes to its end. */
const settled = () => act(async () => { for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); });

async function opened(items: Item[]) {
  const asked: string[] = [];
  const browser = aKeyring({
    showRecord: (_kind, { id, sealed }) => {
      const { version } = items.find((one) => one.id === id) ?? { version: 0 };
      asked.push(`${id}@${version}`);
      return Promise.resolve({ payload: { says: `${id}@${version}`, sealed }, verified: Promise.resolve() });
    },
  });
  const { result, rerender } = renderHook(({ shown }) => useOpenedItems<Item, { says: string }>("contact", shown), {
    wrapper: inside(browser.keyring),
    initialProps: { shown: items },
  });
  await settled();
  const says = () => result.current?.map(({ opening }) => (opening.name === "open" ? opening.payload.says : opening.name));
  return { ...browser, asked, says, rows: () => result.current, show: (next: Item[]) => { items = next; rerender({ shown: next }); } };
}

test("one more item opens one more, in a list of any length", async () => {
  const items = Array.from({ length: 600 }, (_, at) => anItem(`i${at}`));
  const list = await opened(items);
  expect(list.asked).toHaveLength(600);
  list.show([anItem("new"), ...items]);
  await settled();
  expect(list.asked.slice(600)).toEqual(["new@1"]);
});

test("a changed item is opened again, and what it said stays until then, and is not built on", async () => {
  const list = await opened([anItem("a"), anItem("b")]);
  list.show([anItem("a", 2), anItem("b")]);
  expect([list.says(), list.rows()?.[0]?.settled]).toEqual([["a@1", "b@1"], false]);
  await settled();
  expect([list.says(), list.rows()?.[0]?.settled]).toEqual([["a@2", "b@1"], true]);
});

test("until the keyring has started nothing is said of access; without a key of this browser they are locked, for a role without keys there is no access", async () => {
  const list = await opened([anItem("a")]);
  const named = () => list.rows()?.map(({ item, opening }) => titleOf({ item, opening }, null, "", (_id, text) => text, []));
  act(() => list.become("starting"));
  expect(named()).toEqual(["Opening"]);
  for (const name of ["stopped", "new", "locked"] as const) {
    act(() => list.become(name));
    expect(named()).toEqual(["Locked"]);
  }
  act(() => list.become("keyless"));
  expect(named()?.[0]).toContain("No access");
});

test("locked, nothing is shown, and nothing is kept for the next unlocking", async () => {
  const list = await opened([anItem("a")]);
  expect(list.says()).toEqual(["a@1"]);
  act(() => list.become("locked"));
  expect(list.says()).toEqual(["sealed"]);
  await settled();
  act(() => list.become("ready"));
  expect(list.says()).toEqual(["opening"]);
  await settled();
  expect(list.asked).toEqual(["a@1", "a@1"]);
});
