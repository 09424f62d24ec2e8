/** A change makes stale what it touched, and the tab that made it is not told twice. */
import { expect, test } from "vitest";

import { staleTags } from "./realtime";

const change = (resource: string, id: string, origin: string | null = null) =>
  ({ resource, id, version: 1, op: "upsert" as const, by: "u1", origin });

test("a changed document makes itself and the list stale", () => {
  expect(staleTags([change("document", "d1"), change("document", "d1")], "me")).toEqual([
    { type: "Notice", id: "d1" },
    { type: "Document", id: "LIST" },
    { type: "Document", id: "d1" },
    { type: "Audit" },
  ]);
});

test("the account stands in the session as well", () => {
  expect(staleTags([change("account", "a1")], "me")).toEqual([{ type: "Account" }, { type: "Session" }, { type: "Audit" }]);
});

test("the people of an account stand in the session, too", () => {
  expect(staleTags([change("member", "u2")], "me")).toEqual([{ type: "Member" }, { type: "Session" }, { type: "Notice" }, { type: "Audit" }]);
});

test("what this tab wrote only adds to the audit log, and may settle what the bell says of it", () => {
  expect(staleTags([change("contact", "c1", "me")], "me")).toEqual([{ type: "Audit" }]);
  for (const resource of ["document", "task"]) expect(staleTags([change(resource, "x", "me")], "me")).toEqual([{ type: "Notice", id: "x" }, { type: "Audit" }]);
});

test("keys change who can read, and the keyring that gives them out tells nobody but the server", () => {
  expect(staleTags([change("key", "r1", "me")], "me")).toEqual([{ type: "KeyWraps" }, { type: "Member" }, { type: "Notice" }, { type: "Audit" }]);
});

test("a resource that this version does not know is left alone", () => {
  expect(staleTags([change("moonbase", "m1")], "me")).toEqual([{ type: "Audit" }]);
});
