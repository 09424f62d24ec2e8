/** Every operation of the app's client is called from a screen, or is listed with the reason why not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { calledOf } from "./callers";
import { operationsOf, type Operation } from "./operations";
import { WITHOUT_CALLER } from "./withoutCaller";

const WEB = join(import.meta.dirname, "../..");
const operations = operationsOf(WEB);
const called = calledOf(WEB, operations);

test("every operation of the app's client has a caller or a reason", () => {
  expect(operations.length).toBeGreaterThan(130);
  expect(operations.filter(({ name }) => !called.has(name) && !(name in WITHOUT_CALLER))).toEqual([]);
});

test("what is listed has no caller, and is an operation", () => {
  const names = new Set(operations.map(({ name }) => name));
  expect(Object.keys(WITHOUT_CALLER).filter((name) => called.has(name) || !names.has(name))).toEqual([]);
});

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** What an app of these files calls. */
function callsOf(files: Record<string, string>, ...asked: Operation[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "coffer-callers-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "src", name)), { recursive: true });
    writeFileSync(join(folder, "src", name), text);
  }
  return [...calledOf(folder, asked)];
}

const removeUser = { name: "removeUser", method: "DELETE", path: "/users/{}" };
const getUser = { name: "getUser", method: "GET", path: "/users/{}" };
const CALLS = "export const calls = { member: (id) => get(`/users/${id}`), removeMember: (id) => send('DELETE', `/users/${id}`) };";

test("a call that no screen leads to is none", () => {
  expect(callsOf({ "calls.ts": CALLS, "Screen.tsx": "export const Screen = () => calls.member(1);" }, removeUser, getUser)).toEqual(["getUser"]);
});

test("a call that a screen leads to over several steps is one", () => {
  const files = {
    "calls.ts": CALLS,
    "members.ts": "export async function putOut(id) { await (await later()).removeMember(id); }",
    "Screen.tsx": 'import { putOut } from "./members"; export const Screen = () => putOut(1);',
  };
  expect(callsOf(files, removeUser, getUser)).toEqual(["removeUser"]);
});

test("a hook that is only handed on is no call", () => {
  const handed = { "api.ts": "export const { useRemoveUserMutation } = api;" };
  expect(callsOf(handed, removeUser)).toEqual([]);
  const used = 'import { useRemoveUserMutation } from "./api"; export const Screen = () => useRemoveUserMutation();';
  expect(callsOf({ ...handed, "Screen.tsx": used }, removeUser)).toEqual(["removeUser"]);
});
