/** An entry is about things, and not about where or by whom it was done. */
import { expect, test } from "vitest";

import { aboutWhat, namedIn } from "./targets";

const entry = {
  action: "role_key.granted",
  actor: { type: "user" as const, id: "jonas" },
  targets: [
    { kind: "session", id: "s" },
    { kind: "user", id: "jonas" },
    { kind: "role", id: "finance" },
    { kind: "device", id: "pixel" },
    { kind: "user", id: "amara" },
  ],
};

test("neither the session nor the one who acted is what it is about, and two things are enough", () => {
  expect(aboutWhat(entry).map(({ id }) => id)).toEqual(["finance", "pixel"]);
});

const names = (entries: Parameters<typeof namedIn>[0], nameOf: Parameters<typeof namedIn>[1]) => namedIn(entries, nameOf).map(({ name }) => name);

test("what has no name is left out of the sentence, and what this device cannot open is marked once", () => {
  expect(names([entry], ({ id }) => (id === "finance" ? "Finance" : undefined))).toEqual(["Finance"]);
  expect(names([entry], () => null)).toEqual([null]);
});

test("of a visit every role is named, and each once", () => {
  const read = (...ids: string[]) => ({ ...entry, action: "role_bundle.read", targets: [{ kind: "access_log", id: "l" }, ...ids.map((id) => ({ kind: "role", id }))] });
  expect(names([read("owner", "admin", "member"), read("member", "finance")], ({ id }) => id)).toEqual(["owner", "admin", "member", "finance"]);
});

test("a file that is called as its document is named once", () => {
  const version = { ...entry, action: "document.version_added", targets: [{ kind: "document", id: "d" }, { kind: "file", id: "f" }] };
  expect(names([version], () => "Passport")).toEqual(["Passport"]);
});
