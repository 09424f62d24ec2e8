/** A saved filter finds those who clearly pass it, and one that cannot be asked finds nobody. */
import { expect, test } from "vitest";

import { deskKind, plain } from "../../desk/kind";
import type { VerifiedItem } from "../../keyring/contract";
import type { ContactPayload } from "../../payloads/contact";
import { foundBy, type Asked } from "./filters";

const KIND = deskKind<ContactPayload>({
  kind: "contact",
  version: 1,
  title: ({ name }) => name.full,
  columns: { kind: plain(({ kind }) => kind), organization: ({ organization }) => organization?.name },
  words: ({ name }) => name.full,
});
const ASKER = { me: "clara", today: "2026-11-20" };

const item = (author: string) => ({ attributes: {}, audience: [], owed: [], at: "2026-11-01T00:00:00.000Z", author, creator: author, createdAt: null, revision: 1, grade: "proven" }) as unknown as VerifiedItem;
const row = (id: string, kind: "individual" | "org", author = "clara", organization?: string): Asked => ({
  id,
  item: item(author),
  payload: { v: 1, kind, name: { full: id }, ...(organization ? { organization: { name: organization } } : {}) },
});
const ROWS = [row("anna", "individual", "clara", "Lind"), row("bo", "individual", "jonas"), row("lind", "org", "jonas")];

const found = (where: unknown) => {
  const ids = foundBy(KIND, { where: where as Record<string, unknown> }, ROWS, ASKER);
  return ids && [...ids];
};

test("by what contacts say, and by who made them", () => {
  expect(found({ field: "kind", op: "eq", value: "individual" })).toEqual(["anna", "bo"]);
  expect(found({ all: [{ field: "kind", op: "eq", value: "individual" }, { field: "organization", op: "empty" }] })).toEqual(["bo"]);
  expect(found({ field: "createdBy", op: "eq", value: "@me" })).toEqual(["anna"]);
  expect(found({ not: { field: "kind", op: "eq", value: "org" } })).toEqual(["anna", "bo"]);
});

test.each([
  [{ field: "shoe size", op: "eq", value: 1 }],
  [{ field: "kind", op: "isLike", value: "x" }],
  [{ all: "everything" }],
  [{ not: null }],
  [{}],
])("one that cannot be asked finds nobody, and says so: %j", (where) => expect(found(where)).toBeNull());
