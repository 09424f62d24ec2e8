/** A role gets what it is owed once it has its new key, and not before. */
import { expect, test } from "vitest";

import type { KeyRole } from "../keyring/contract";
import { debtsOf } from "./owed";

/** What is owed by what was verified, and what the server says is owed. */
const item = (id: string, owed?: string[], said: string[] = ["finance"]) => ({ id, owed: said, verified: owed && { owed } });
const role = (roleId: string, generation: number, rollDue: boolean): KeyRole => ({ roleId, name: null, capabilities: 0, generation, rollDue, held: true, holders: [] });

test("only roles whose key is new, and only items that owe them", () => {
  const roles = [role("finance", 2, false), role("board", 1, true), role("unborn", 0, false)];
  const items = [item("not verified"), item("none", []), item("both", ["finance", "board"]), item("waits", ["board", "unborn", "gone"])];
  expect(debtsOf(items, ({ verified }) => verified, roles).map(({ item: { id }, roles: due }) => [id, due])).toEqual([["both", ["finance"]]]);
});
