/** A role is called what its id or the log says, whatever the server calls it. */
import { expect, test } from "vitest";

import { builtInRoleId } from "../crypto/ids.ts";
import { builtInNames, confirmedName } from "./roleNames.ts";

const ACCOUNT = "0190f3b2-7c4a-7d10-8a3e-2f5b6c7d8e9f";
const CUSTOM = "0190f3b2-7c4a-7d10-8a3e-000000000001";
const row = (id: string, name: string, nameSaltB64u: string | null = null) => ({ id, name, permissions: {}, nameSaltB64u });
const commitsTo = (name: string) => (asked: { name: string }) => Promise.resolve(asked.name === name);
const never = () => Promise.resolve(false);

test("a built-in role keeps its name when the server calls it otherwise", async () => {
  const names = await builtInNames(ACCOUNT);
  const member = await builtInRoleId(ACCOUNT, "member");
  expect(await confirmedName(member, row(member, "Owner"), names, never)).toBe("Member");
});

test("a role of the account is called what the log commits to", async () => {
  const names = await builtInNames(ACCOUNT);
  expect(await confirmedName(CUSTOM, row(CUSTOM, "Finance", "c2FsdA"), names, commitsTo("Finance"))).toBe("Finance");
  expect(await confirmedName(CUSTOM, row(CUSTOM, "Board", "c2FsdA"), names, commitsTo("Finance"))).toBeNull();
});

test("without a salt, and without a row, nothing is confirmed", async () => {
  const names = await builtInNames(ACCOUNT);
  expect(await confirmedName(CUSTOM, row(CUSTOM, "Finance"), names, commitsTo("Finance"))).toBeNull();
  expect(await confirmedName(CUSTOM, undefined, names, commitsTo("Finance"))).toBeNull();
});
