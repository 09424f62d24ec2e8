/** Reminders are signed as lines, and read back as they were. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { readReminders, signedReminders, type Reminder } from "./reminders";

const channel = fc.constantFrom("inapp" as const, "email" as const);
const at = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") }).map((day) => day.toISOString());
const reminder: fc.Arbitrary<Reminder> = fc.oneof(
  fc.record({ id: fc.uuid(), channel, at }),
  fc.record({ id: fc.uuid(), channel, minutesBefore: fc.integer({ min: 0, max: 1_000_000 }) }),
);
const byId = (one: Reminder, other: Reminder) => (one.id < other.id ? -1 : 1);

test("they come back as they were signed, in the order of their ids", () => {
  fc.assert(
    fc.property(fc.uniqueArray(reminder, { selector: ({ id }) => id }), (reminders) => {
      expect(readReminders(signedReminders(reminders))).toEqual([...reminders].sort(byId));
    }),
  );
});

test("in whatever order they are given, the same is signed, and of none nothing", () => {
  fc.assert(
    fc.property(fc.array(reminder), (reminders) => {
      expect(signedReminders([...reminders].reverse())).toBe(signedReminders(reminders));
    }),
  );
  expect([signedReminders([]), readReminders(null)]).toEqual([null, []]);
});

test("at the moment itself is no minutes before, and a day is no number", () => {
  expect(readReminders("a inapp 0\nb email 2026-01-01T08:00:00.000Z")).toEqual([
    { id: "a", channel: "inapp", minutesBefore: 0 },
    { id: "b", channel: "email", at: "2026-01-01T08:00:00.000Z" },
  ]);
});

test.each(["", "a inapp", "a inapp ", " inapp 5", "a sms 5", "a inapp 5 6", "a\tinapp\t5"])("the line %j is none, and those around it stay", (line) => {
  expect(readReminders(["b email 5", line, "c inapp 10"].join("\n")).map(({ id }) => id)).toEqual(["b", "c"]);
});
