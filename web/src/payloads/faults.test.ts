/** Contents that screens cannot rely on are known by the path of their fault, and whatever else they say is kept. */
import { expect, test } from "vitest";

import { FAULTS } from "./faults.ts";

type Kind = keyof typeof FAULTS;

const GOOD: [Kind, object][] = [
  ["document", { v: 1, title: "Passport", expiresOn: "2028-02-29", tags: ["id"], fields: [{ key: "file.mime", type: "text", value: "image/png" }], later: { x: 1 } }],
  ["contact", { v: 1, kind: "individual", name: { full: "Jonas" }, emails: [{ address: "j@example.test" }], anniversaries: [{ kind: "birth", date: { month: 2, day: 3 } }] }],
  ["vendor", { v: 1, name: "Roofers", services: [], contract: { endOn: "2027-01-31", amount: { minor: 100, currency: "CHF" }, every: "year" }, rating: 5 }],
  ["task", { v: 1, title: "Call", priority: 0, checklist: [{ id: "a", text: "first", done: false, rank: "m" }] }],
  ["comment", { v: 1, body: "Yes." }],
  ["profile", { v: 1, name: "House", values: { built: 1921 } }],
  ["topic", { v: 1, name: "" }],
  ["status", { v: 1, name: "Open", color: "green" }],
  ["profile-group", { v: 1, name: "Homes" }],
  ["profile-sub-group", { v: 1, name: "Lake" }],
  ["saved-filter", {}],
];

test.each(GOOD)("a %s that fits", (kind, payload) => expect(FAULTS[kind](payload)).toBeNull());

test.each<[Kind, unknown, string]>([
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
  ["profile", { v: 1, name: "House" }, "values"],
  ["profile", { v: 1, values: {} }, "name"],
  ["topic", { v: 1 }, "name"],
  ["status", { v: 1, name: 7 }, "name"],
  ["profile-group", {}, "v"],
  ["profile-sub-group", { v: 1, name: ["Lake"] }, "name"],
  ["saved-filter", 7, ""],
])("a %s that does not: %j", (kind, payload, path) => expect(FAULTS[kind](payload)).toBe(path));

test("every kind was asked about contents that fit and contents that do not", () => {
  expect(GOOD.map(([kind]) => kind).sort()).toEqual(Object.keys(FAULTS).sort());
});
