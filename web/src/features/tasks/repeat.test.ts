/** The form and the rule say the same, in both directions. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { addDays } from "../../dates/days";
import { following } from "../../lists/tasks/recurrence";
import { movedTo, ONCE_A_WEEK, recurrenceOf, repeatOf, UNITS, WEEKDAYS, weekOf, type Repeat } from "./repeat";

const ZONE = "Europe/Berlin";
const ruleOf = (repeat: Partial<Repeat>, dueOn: string) => recurrenceOf({ ...ONCE_A_WEEK, ...repeat }, dueOn, ZONE).rule;

test.each([
  [{}, "2026-11-23", "FREQ=WEEKLY"],
  [{ interval: 2, weekdays: ["TH" as const, "MO" as const] }, "2026-11-23", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"],
  [{ unit: "MONTHLY" as const }, "2026-11-23", "FREQ=MONTHLY;BYMONTHDAY=23"],
  [{ unit: "MONTHLY" as const }, "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"],
  [{ unit: "MONTHLY" as const }, "2027-01-30", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"],
  [{ unit: "MONTHLY" as const, monthDay: "last" as const }, "2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"],
  [{ unit: "MONTHLY" as const, monthDay: "weekday" as const }, "2026-11-27", "FREQ=MONTHLY;BYDAY=4FR"],
  [{ unit: "MONTHLY" as const, monthDay: "weekday" as const }, "2026-10-30", "FREQ=MONTHLY;BYDAY=-1FR"],
  [{ unit: "YEARLY" as const, until: "2030-12-31" }, "2026-11-23", "FREQ=YEARLY;UNTIL=20301231"],
  [{ unit: "MONTHLY" as const, interval: 6, mode: "afterCompletion" as const }, "2026-11-23", "FREQ=MONTHLY;INTERVAL=6"],
])("%j due on %s is %s", (repeat, dueOn, rule) => {
  expect(ruleOf(repeat, dueOn)).toBe(rule);
});

const days = fc.integer({ min: 0, max: 3000 }).map((ahead) => addDays("2026-01-01", ahead));
const repeats = fc.record<Repeat>({
  unit: fc.constantFrom(...UNITS),
  interval: fc.integer({ min: 1, max: 999 }),
  weekdays: fc.subarray([...WEEKDAYS]),
  monthDay: fc.constantFrom("date", "weekday", "last"),
  mode: fc.constantFrom("fixed", "afterCompletion"),
  until: fc.option(days),
  times: fc.option(fc.integer({ min: 1, max: 9999 })),
});

test("what the form wrote it can show again, and writes it the same", () => {
  fc.assert(
    fc.property(repeats, days, (repeat, dueOn) => {
      const written = recurrenceOf(repeat, dueOn, ZONE);
      const shown = repeatOf(written, dueOn, ZONE);
      expect(shown && recurrenceOf(shown, dueOn, ZONE)).toEqual(written);
    }),
  );
});

test("a day of the month that some months lack comes in every month", async () => {
  const recurrence = recurrenceOf({ ...ONCE_A_WEEK, unit: "MONTHLY" }, "2026-01-30", ZONE);
  const next = (dueOn: string) => following({ recurrence, firstDue: "2026-01-30", dueOn, today: dueOn, number: 1 });
  expect([(await next("2026-01-30"))?.on, (await next("2026-02-28"))?.on]).toEqual(["2026-02-28", "2026-03-30"]);
});

test.each(["FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "nonsense"])(
  "%s has no words in the form",
  (rule) => {
    expect(repeatOf({ rule, mode: "fixed", zone: ZONE }, "2026-11-23", ZONE)).toBeNull();
  },
);

test("the fifth weekday of a month is its last", () => {
  expect(["2026-11-01", "2026-11-08", "2026-11-30"].map(weekOf)).toEqual([1, 2, -1]);
});

test("due on another day it repeats by that day, and a rule of its own stays", () => {
  const monthly = recurrenceOf({ ...ONCE_A_WEEK, unit: "MONTHLY" }, "2026-11-15", ZONE);
  expect(movedTo(monthly, "2026-11-15", "2026-11-20")?.rule).toBe("FREQ=MONTHLY;BYMONTHDAY=20");
  const own = { rule: "FREQ=DAILY;COUNT=3", mode: "fixed", zone: ZONE } as const;
  expect([movedTo(own, "2026-11-15", "2026-11-20"), movedTo(null, null, "2026-11-20")]).toEqual([own, null]);
});
