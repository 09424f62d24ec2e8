// @vitest-environment jsdom
/** A cell shows its change at once, keeps it when it is saved, and shows what was there when it is refused. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { CallFailed } from "../api/failure";
import type { Item } from "./item";
import { openedItem, type OpenedItem } from "./opening";
import type { Revise } from "./revise";
import { aKeyring, anItem } from "./testing";
import { aDeskWith, useAhead } from "./testingActs";
import { useActs, type CellWriting } from "./useActs";

afterEach(cleanup);

/** Whatever is under way comes to its end. */
const settled = () => act(async () => { for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); });

type Row = OpenedItem<Item, string>;

/** `newest` is the version that the server has told of. */
const row = (says: string, { version = 1, newest = version }: { version?: number; newest?: number } = {}): Row =>
  openedItem(anItem("a", version), { name: "open", payload: says, proven: true }, newest);

interface Turn {
  base: string;
  yours: string;
  end: (outcome: "saved" | "refused") => Promise<void>;
}

function edits(first: Row) {
  const turns: Turn[] = [];
  const revise: Revise<Item, string> = (base, yours) =>
    new Promise((resolve, reject) => {
      const end = async (outcome: "saved" | "refused") => {
        if (outcome === "saved") resolve({ name: "saved", found: { item: anItem("a", base.item.version + 1), contents: yours } });
        else reject(new CallFailed({ status: 403, code: "permission_denied", message: "You may not." }));
        await settled();
      };
      turns.push({ base: base.contents, yours, end });
    });
  const writing: CellWriting<Row, string> = {
    revise,
    membersOf: (name) => ({ name }),
    contentsFrom: ({ name }) => String(name),
    patchOf: (column, value) => (column === "name" ? () => value : null),
    contentsOf: ({ opening }) => (opening.name === "open" ? opening.payload : null),
    saying: (one, contents) => ({ ...one, opening: { name: "open", payload: contents, proven: true } }),
  };
  const browser = aKeyring();
  const { wrapper } = aDeskWith("a", "Lease", browser.keyring);
  const noClash = () => undefined;
  const { result, rerender } = renderHook(({ rows }) => useActs<Row, string>("contact", useAhead(rows), writing, noClash), {
    wrapper,
    initialProps: { rows: [first] },
  });
  const shown = () => result.current.rows?.map(({ opening }) => (opening.name === "open" ? opening.payload : opening.name)).join();
  return {
    ...browser,
    turns,
    shown,
    rerender,
    /** Answers what the cell is told in the end. */
    write(value: string, column = "name"): Promise<string | null> {
      let answer: Promise<string | null> | undefined;
      act(() => {
        answer = result.current.save(first, column, value);
      });
      return answer ?? Promise.resolve(null);
    },
  };
}

test("a change is shown at once, and stays when it is saved", async () => {
  const list = edits(row("Lease"));
  void list.write("Rent");
  await settled();
  expect(list.shown()).toBe("Rent");
  await list.turns[0]?.end("saved");
  expect(list.shown()).toBe("Rent");
});

test("a refused change goes, and says why", async () => {
  const list = edits(row("Lease"));
  const answer = list.write("Rent");
  await settled();
  expect(list.shown()).toBe("Rent");
  await list.turns[0]?.end("refused");
  expect(list.shown()).toBe("Lease");
  expect(await answer).toBe("You may not.");
});

test("the next change builds on what was saved, and on what was there when it was refused", async () => {
  const list = edits(row("Lease"));
  void list.write("Rent");
  void list.write("Rent 2");
  await settled();
  await list.turns[0]?.end("saved");
  await settled();
  expect(list.turns[1]).toMatchObject({ base: "Rent", yours: "Rent 2" });
  await list.turns[1]?.end("refused");
  expect(list.shown()).toBe("Rent");
});

test("what is shown while a newer version is not verified yet is not built on", async () => {
  const list = edits(row("Lease", { newest: 2 }));
  const answer = list.write("Rent");
  await settled();
  expect(await answer).not.toBeNull();
  expect(list.turns).toEqual([]);
  expect(list.shown()).toBe("Lease");
});

test("a column that is not written changes nothing", async () => {
  const list = edits(row("Lease"));
  const answer = list.write("Rent", "size");
  await settled();
  expect(await answer).toBeNull();
  expect([list.shown(), list.turns.length]).toEqual(["Lease", 0]);
});

test("locked, a device shows nothing of what was on its way", async () => {
  const list = edits(row("Lease"));
  void list.write("Rent");
  await settled();
  act(() => list.become("locked"));
  expect(list.shown()).toBe("Lease");
  await list.turns[0]?.end("saved");
  expect(list.shown()).toBe("Lease");
});
