/** Nothing leaves the app that is not proven, and what stays is counted. */
import { expect, test } from "vitest";

import { BeingChecked } from "../crypto/errors";
import type { Keyring } from "../keyring/contract";
import { onlyProven } from "./leaving";
import { anItem } from "./testing";

const row = (id: string) => ({ item: anItem(id), says: id });

test("what is proven goes, in one question; what is not stays", async () => {
  const asked: string[][] = [];
  const keyring: Pick<Keyring, "proveEach"> = {
    proveEach: (_kind, items) => {
      asked.push(items.map(({ id }) => id));
      return Promise.resolve(items.map(({ id }) => (id === "b" ? new BeingChecked() : null)));
    },
  };
  const { proven, left } = await onlyProven(keyring, "contact", [row("a"), row("b"), row("c")]);
  expect([proven.map(({ says }) => says), left, asked]).toEqual([["a", "c"], 1, [["a", "b", "c"]]]);
  expect([await onlyProven(keyring, "contact", []), asked.length], "nothing is asked about nothing").toEqual([{ proven: [], left: 0 }, 1]);
});
