/** A setting says what it was and what it became. */
import { expect, test } from "vitest";

import { DEFAULT_DATES } from "../../dates/days";
import { settingChanges } from "./settingChanges";

const say = (_id: string, message: string, values: object = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), message);
const roles: Record<string, string> = {
  "01890000-0000-7000-8000-000000000001": "Member",
  "01890000-0000-7000-8000-000000000002": "Owner",
};
const context = { say, dates: DEFAULT_DATES, nameOf: ({ id }: { id: string }) => roles[id] };

test("one value is written as from and to", () => {
  const changes = [{ field: "zone", from: "Europe/Berlin", to: "Europe/Zurich" }];
  expect(settingChanges({ action: "zone.changed", changes }, context)).toEqual(["Europe/Berlin → Europe/Zurich"]);
});

test("of several members, those that changed are named", () => {
  const changes = [
    { field: "dateFormat", from: "ddmmyyyy", to: "yyyymmdd" },
    { field: "dateInputFormat", from: "ddmmyyyy", to: "ddmmyyyy" },
    { field: "dateSeparator", from: "/", to: "-" },
  ];
  expect(settingChanges({ action: "date_format.changed", changes }, context)).toEqual([
    "Dates shown as: Day, month, year → Year, month, day",
    "Dates separated by: Slash / → Hyphen -",
  ]);
});

test("a role is called by its name, and an entry that does not know what was before says what is now", () => {
  const [member, owner] = Object.keys(roles);
  expect(settingChanges({ action: "member.role_changed", changes: [{ field: "roleId", from: member, to: owner }] }, context)).toEqual(["Member → Owner"]);
  expect(settingChanges({ action: "language.changed", changes: [{ field: "language", to: "fr" }] }, context)).toEqual(["French"]);
});

test("what is no setting has no such line", () => {
  expect(settingChanges({ action: "document.created", changes: [{ field: "zone", from: "a", to: "b" }] }, context)).toEqual([]);
});
