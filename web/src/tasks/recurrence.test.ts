/** When a task that repeats is due next: the dates that the server computes, too. */
import { expect, test } from "vitest";

import vectors from "../../../tests/vectors/recurrence.json";
import { following, signedRecurrence } from "./recurrence";

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
