/** A closed account shows no act that the server would refuse; the two lists are the server's. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { isReadOnly, staysOpen } from "./readOnly";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const SERVER = readFileSync(new URL("../../../domain/accounts/accounts/permissions.py", import.meta.url), "utf8");

/** The words of a set in the server's own table. */
function wordsOf(name: string): string[] {
  const [, set = ""] = new RegExp(`^${name} = frozenset\\(\\{(.*?)\\}\\)`, "ms").exec(SERVER) ?? [];
  return [...set.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
}

test.each(["suspended", "closing", "erased"] as const)("%s is read-only", (state) => {
  expect(isReadOnly({ state, readOnlyFrom: null }, NOW)).toBe(true);
});

test.each(["trialing", "active", "pastDue"] as const)("%s is read-only from its day on", (state) => {
  expect(isReadOnly({ state, readOnlyFrom: null }, NOW)).toBe(false);
  expect(isReadOnly({ state, readOnlyFrom: "2026-11-23T12:00:00.001Z" }, NOW)).toBe(false);
  expect(isReadOnly({ state, readOnlyFrom: "2026-11-23T12:00:00Z" }, NOW)).toBe(true);
});

test("what the server leaves open is open here, and nothing else", () => {
  const looking = wordsOf("_LOOKING").map((action) => `document.${action}`);
  const settling = wordsOf("_SETTLING");
  expect([looking.length, settling.length]).toEqual([6, 3]);
  expect([...looking, ...settling].filter((one) => !staysOpen(one))).toEqual([]);
  const closed = ["document.create", "document.update", "member.update", "key.grant", "invitation.create", "billing.read2", "account.close"];
  expect(closed.filter(staysOpen)).toEqual([]);
});
