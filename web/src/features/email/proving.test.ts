/** An address leaves this device only when it is proven; a server that shows an older one is not written to. */
import { expect, test } from "vitest";

import { onlyProvenOf } from "./proving";
import type { Recipient } from "./recipients";
import { SHELVES, type Book } from "./useBook";

const recipient = (source: Recipient["source"], id: string): Recipient => ({ key: `${source} ${id}`, source, id, to: id, address: `${id}@a.example`, addresses: [], called: id, values: {} });
const items = (...rows: [string, boolean][]) => new Map(rows.map(([id, settled]) => [id, { item: { id } as never, settled, payload: null, verified: undefined }]));
const shelf = (...rows: [string, boolean][]) => ({ people: [], closed: 0, items: items(...rows), failure: null, again: () => undefined });

test("contacts, vendors and profiles are proven, each as its kind; members and typed addresses are no items", async () => {
  const asked: [string, string[]][] = [];
  const keyring = {
    proveEach: (kind: string, all: readonly { id: string }[]) => {
      asked.push([kind, all.map(({ id }) => id)]);
      return Promise.resolve(all.map(({ id }) => (id === "stale" ? new Error("rolled back") : null)));
    },
  } as never;
  const none = Object.fromEntries(SHELVES.map((source) => [source, null])) as Book;
  const book: Book = { ...none, contact: shelf(["good", true], ["stale", true], ["unsettled", false]), vendor: shelf(["shop", true]) };
  const all = [recipient("contact", "good"), recipient("typed", "typed"), recipient("contact", "stale"), recipient("vendor", "shop"), recipient("contact", "unsettled"), recipient("profile", "gone"), recipient("member", "jonas")];
  const { proven, leftOut } = await onlyProvenOf(keyring, book, all);
  expect(proven.map(({ id }) => id)).toEqual(["good", "typed", "shop", "jonas"]);
  expect(leftOut.map(({ called, why }) => [called, why])).toEqual([["stale", "unproven"], ["unsettled", "unproven"], ["gone", "unproven"]]);
  expect(asked).toEqual([["contact", ["good", "stale"]], ["vendor", ["shop"]]]);
});
