/** Values are written the way the account writes them. */
import { expect, test } from "vitest";

import { DEFAULT_DATES } from "../../dates/days";
import { fieldWord, valueWords } from "./changes";

const say = (_id: string, message: string, values: object = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), message);
const FINANCE = "01890000-0000-7000-8000-000000000002";
const context = { say, dates: DEFAULT_DATES, nameOf: ({ id }: { id: string }) => (id === FINANCE ? "Finance" : undefined) };
const field = (name: string) => ({ field: name, to: null });

test.each([
  ["expiresOn", "2027-01-14", "14/01/2027"],
  ["until", "2027-01-14T09:30:00.000Z", "14/01/2027 09:30"],
  ["roleId", FINANCE, "Finance"],
  ["noteOnly", true, "Yes"],
  ["remindDays", [30, 7], "30, 7"],
  ["remindDays", [], "–"],
  ["expiresOn", null, "–"],
  ["payload", 3, "Revision 3"],
  ["state", "archived", "archived"],
])("%s %j is %s", (name, value, words) => expect(valueWords(value, field(name), context)).toBe(words));

test("a member is named in words", () => {
  expect(fieldWord(say, field("expiresOn"))).toBe("Expires on");
  expect(fieldWord(say, field("byRestoreOf"))).toBe("By restore of");
  expect(fieldWord(say, field("constructor"))).toBe("Constructor");
  expect(fieldWord(say, field("payload"))).toBe("Encrypted content");
});

test.each([
  ["dateFormat", "mmddyyyy", "Month, day, year"],
  ["dateSeparator", ".", "Dot ."],
  ["language", "de", "German"],
  ["zone", "America/New_York", "America/New York"],
  ["stages", [90, 30], "90, 30 days before"],
  ["keyGrant", "confirm", "After comparing the safety code"],
  ["disclosure", { taskDates: true, assignees: false }, "Dates of tasks: Yes, Assigned to: No"],
])("the setting %s %j is %s", (name, value, words) => expect(valueWords(value, field(name), context)).toBe(words));
