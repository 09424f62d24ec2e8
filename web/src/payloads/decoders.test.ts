/** Contents that screens cannot rely on are known by the path of their fault, and whatever else they say is kept. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PAYLOADS, type PayloadKind } from "./kinds.generated.ts";

/** Contents of every kind with every member; `tests/contracts/test_payloads.py` has them judged by the client, too. */
const CORPUS = join(import.meta.dirname, "../../../tests/contracts/payloads.json");
const GOOD = Object.entries(JSON.parse(readFileSync(CORPUS, "utf8")) as Record<PayloadKind, object>) as [PayloadKind, object][];

test.each(GOOD)("a %s that fits", (kind, payload) => expect(PAYLOADS[kind].fault(payload)).toBeNull());

test.each<[PayloadKind, unknown, string]>([
  ["document", { v: 1 }, "title"],
  ["document", { v: 1, title: null }, "title"],
  ["document", null, ""],
  ["document", [], ""],
  ["document", "Passport", ""],
  ["document", { v: 1, title: "Passport", expiresOn: "2027-04-31" }, "expiresOn"],
  ["document", { v: 1, title: "Passport", issuedOn: "banana" }, "issuedOn"],
  ["document", { v: 1, title: "Passport", tags: "id" }, "tags"],
  ["document", { v: 1, title: "Passport", tags: ["id", 7] }, "tags.1"],
  ["document", { v: 1, title: "Passport", fields: [null] }, "fields.0"],
  ["contact", { v: 1, kind: "individual" }, "name"],
  ["contact", { v: 1, kind: "individual", name: {} }, "name.full"],
  ["contact", { v: 1, kind: "robot", name: { full: "R" } }, "kind"],
  ["contact", { v: 1, kind: "org", name: { full: "R" }, phones: [{ label: "home" }] }, "phones.0.number"],
  ["vendor", { v: 1, services: [] }, "name"],
  ["vendor", { v: 1, name: "Roofers" }, "services"],
  ["vendor", { v: 1, name: "Roofers", services: [], contract: { amount: { minor: 1, currency: "francs" } } }, "contract.amount.currency"],
  ["task", { v: 1, title: "Call", priority: 9 }, "priority"],
  ["task", { v: 1, title: "Call", checklist: [{ id: "a", text: "first", done: false }] }, "checklist.0.rank"],
  ["comment", { v: 1 }, "body"],
  ["comment", { v: 2, body: "Yes." }, "v"],
  ["vendor", { v: 1, name: "Roofers", services: [], contactIds: ["../../api/auth/sign-out"] }, "contactIds.0"],
  ["task", { v: 1, title: "" }, "title"],
  ["document", { v: 1, title: "x".repeat(201) }, "title"],
  ["document", { v: 1, title: "Passport", tags: Array.from({ length: 51 }, () => "id") }, "tags"],
  ["profile", { v: 1, name: "House" }, "values"],
  ["profile", { v: 1, values: {} }, "name"],
  ["topic", { v: 1 }, "name"],
  ["status", { v: 1, name: 7 }, "name"],
  ["profile-group", {}, "v"],
  ["profile-sub-group", { v: 1, name: ["Lake"] }, "name"],
  ["saved-filter", 7, ""],
])("a %s that does not: %j", (kind, payload, path) => expect(PAYLOADS[kind].fault(payload)).toBe(path));

test("every kind was asked about contents that fit and contents that do not", () => {
  expect(GOOD.map(([kind]) => kind).sort()).toEqual(Object.keys(PAYLOADS).sort());
});
