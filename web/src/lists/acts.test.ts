/** What Redux holds of an act: which one, how many and how far, and never what it says. */
import { configureStore } from "@reduxjs/toolkit";
import { expect, test } from "vitest";

import { CallFailed } from "../api/failure";
import { actBegan, actMoved, acts } from "./acts";
import { isAnyUnderWay } from "./underWay";
import { openActs } from "./actTable";
import type { Found } from "./revise";
import { anItem } from "./testing";
import type { Item } from "./item";

const CANARY = "kingfisher-4471";
const shown = { act: () => () => undefined } as never;

test.each(["saved", "met", "refused"])("an act that is %s leaves nothing of its contents in the store", async (how) => {
  const store = configureStore({ reducer: { acts } });
  const states: string[] = [];
  const underWay: boolean[] = [];
  store.subscribe(() => {
    states.push(JSON.stringify(store.getState()));
    underWay.push(isAnyUnderWay(store.getState()));
  });
  const found = (name: string, version: number): Found<Item, { name: string }> => ({ item: anItem(`${how} one`, version), contents: { name } });
  store.dispatch(actBegan({ id: 1, kind: "contact", name: "change", many: 1 }));
  await openActs({ shown }).change<Item, { name: string }>({
    kind: "contact", id: `${how} one`, members: { name: CANARY }, base: () => found("Anna", 1), onClash: () => undefined,
    told: (state) => store.dispatch(actMoved({ id: 1, ...state })),
    writing: {
      membersOf: (contents) => contents, contentsFrom: ({ name }) => ({ name: String(name) }),
      revise: () => how === "refused"
        ? Promise.reject(new CallFailed({ status: 403, code: "permission_denied", reason: "not_yours", message: `You may not write ${CANARY}.` }))
        : Promise.resolve({ name: how as "saved" | "met", found: found(CANARY, 2) }),
    },
  });
  expect(states.join()).not.toContain(CANARY);
  expect(underWay.slice(0, -1)).not.toContain(false);
  expect(underWay.at(-1)).toBe(false);
  const over = { saved: { phase: "committed", done: 1 }, met: { phase: "conflict", done: 0 }, refused: { phase: "refused", done: 0, code: "permission_denied", reason: "not_yours" } }[how];
  expect(store.getState().acts).toEqual({ 1: { id: 1, kind: "contact", name: "change", many: 1, ...over } });
});
