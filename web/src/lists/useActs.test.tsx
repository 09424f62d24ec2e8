// @vitest-environment jsdom
/** What is changed in a list stands there at once, and goes back when it is refused. */
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { CallFailed } from "../api/failure";
import type { Item } from "./item";
import type { OpenedItem } from "./opening";
import type { Revise } from "./revise";
import { aKeyring } from "./testing";
import { aDeskWith, useAhead } from "./testingActs";
import { useActs, type CellWriting } from "./useActs";

afterEach(cleanup);

type Row = OpenedItem<Item, { title: string }>;

const item = { id: "one", version: 1 } as unknown as Item;
const ROWS: Row[] = [{ id: "one", item, opening: { name: "open", payload: { title: "Lease" }, proven: true }, newestVersion: 1, settled: true }];
const titleOf = (rows: readonly Row[] | undefined) => rows?.map(({ opening }) => (opening.name === "open" ? opening.payload.title : null));

function editing(revise: Revise<Item, { title: string }>) {
  const writing: CellWriting<Row, { title: string }> = {
    revise,
    membersOf: ({ title }) => ({ name: title }),
    contentsFrom: ({ name }) => ({ title: String(name) }),
    patchOf: (_column, title) => () => ({ title }),
    contentsOf: ({ opening }) => (opening.name === "open" ? opening.payload : null),
    saying: (row, payload) => ({ ...row, opening: { name: "open", payload, proven: true } }),
  };
  return renderHook(() => useActs("contact", useAhead(ROWS), writing, noClash), { wrapper: aDeskWith("one", "Lease", aKeyring().keyring).wrapper }).result;
}

const noClash = () => undefined;
const [ROW] = ROWS as [Row];

test("what was refused goes back to what it was, and answers why", async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  const edits = editing(() => new Promise((_, reject) => (refuse = reject)));
  let why: Promise<string | null> = Promise.resolve(null);
  act(() => void (why = edits.current.save(ROW, "title", "House")));
  await waitFor(() => expect(titleOf(edits.current.rows)).toEqual(["House"]));
  await act(async () => {
    refuse(new CallFailed({ status: 429, code: "resource_exhausted", message: "Too many changes." }));
    await why;
  });
  expect(await why).toBe("Too many changes.");
  expect(titleOf(edits.current.rows)).toEqual(["Lease"]);
});

/** Whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the page asks before it is left while a change is on its way, and lets go when it has arrived", async () => {
  let answer: () => void = () => undefined;
  const edits = editing(
    () => new Promise((resolve) => (answer = () => resolve({ name: "saved", found: { item: { ...item, version: 2 }, contents: { title: "House" } } }))),
  );
  expect(asksBeforeLeaving()).toBe(false);
  let saved: Promise<string | null> = Promise.resolve(null);
  act(() => void (saved = edits.current.save(ROW, "title", "House")));
  await waitFor(() => expect(titleOf(edits.current.rows)).toEqual(["House"]));
  expect(asksBeforeLeaving()).toBe(true);
  await act(async () => {
    answer();
    await saved;
  });
  expect(asksBeforeLeaving()).toBe(false);
});

test("what was saved stays, and a later change that is refused goes back to it", async () => {
  const answers = [
    () => Promise.resolve({ name: "saved" as const, found: { item: { ...item, version: 2 }, contents: { title: "House" } } }),
    () => Promise.reject(new CallFailed({ status: 403, code: "permission_denied", message: "Not you." })),
  ];
  const edits = editing(() => (answers.shift() ?? (() => Promise.reject(new Error("once more"))))());
  await act(async () => void (await edits.current.save(ROW, "title", "House")));
  expect(titleOf(edits.current.rows)).toEqual(["House"]);
  let why: string | null = null;
  await act(async () => void (why = await edits.current.save(ROW, "title", "Garden")));
  expect(why).toBe("Not you.");
  expect(titleOf(edits.current.rows)).toEqual(["House"]);
});
