/** When a task that repeats is due next: the dates that the server computes, too. */
import fc from "fast-check";
import { expect, test } from "vitest";

import vectors from "../../../tests/vectors/recurrence.json";
import { following, readRecurrence, signedRecurrence, type Recurrence } from "./recurrence";

interface Vector {
  name: string;
  rule: string;
  mode: string;
  dueOn: string;
  nextDueOn?: string;
  today: string;
  occurrence?: number;
  untilCount?: number;
  next: { on: string; skipped: number } | null;
}

test.each(vectors.next as Vector[])("$name", async ({ rule, mode, dueOn, nextDueOn, today, occurrence, untilCount, next }) => {
  const recurrence = { rule, mode: mode as "fixed" | "afterCompletion", zone: "Europe/Berlin", ...(untilCount ? { untilCount } : {}) };
  const given = { recurrence, firstDue: dueOn, dueOn: nextDueOn ?? dueOn, today, number: occurrence ?? 1 };
  expect(await following(given)).toEqual(next);
});

test("it is signed with each member on a line, the number last and empty without one", () => {
  const recurrence = { rule: "FREQ=DAILY", mode: "fixed", zone: "Europe/Berlin" } as const;
  expect(signedRecurrence(recurrence)).toBe("FREQ=DAILY\nfixed\nEurope/Berlin\n");
  expect(signedRecurrence({ ...recurrence, untilCount: 3 })).toBe("FREQ=DAILY\nfixed\nEurope/Berlin\n3");
});

const line = fc.string({ minLength: 1 }).filter((text) => !text.includes("\n"));
const recurrence: fc.Arbitrary<Recurrence> = fc.record(
  { rule: line, mode: fc.constantFrom("fixed" as const, "afterCompletion" as const), zone: line, untilCount: fc.integer({ min: 1, max: 10_000 }) },
  { requiredKeys: ["rule", "mode", "zone"] },
);

test("what is signed of it is read back as it was", () => {
  fc.assert(
    fc.property(recurrence, (one) => {
      expect(readRecurrence(signedRecurrence(one))).toEqual(one);
    }),
  );
  expect(readRecurrence(signedRecurrence({ rule: "FREQ=DAILY", mode: "fixed", zone: "UTC", untilCount: null }))).toEqual({ rule: "FREQ=DAILY", mode: "fixed", zone: "UTC" });
});

test.each([null, "", "FREQ=DAILY", "FREQ=DAILY\nfixed", "FREQ=DAILY\nfixed\n\n", "\nfixed\nUTC\n", "FREQ=DAILY\nsometimes\nUTC\n", "FREQ=DAILY\nfixed\nUTC\n-1", "FREQ=DAILY\nfixed\nUTC\n3\n4"])(
  "%j repeats nothing",
  (signed) => {
    expect(readRecurrence(signed)).toBeNull();
  },
);
