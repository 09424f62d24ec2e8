/** When a task that repeats is due next: the dates that the server computes, too. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import vectors from "../../../../tests/vectors/recurrence.json";
import { addDays } from "../../dates/days";
import { continues, following, isPossibleNext, readRecurrence, signedRecurrence, type Recurrence } from "./recurrence";

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

describe("what follows from signed values alone", () => {
  const RULES = ["FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;BYMONTHDAY=31,-1;BYSETPOS=1", "FREQ=WEEKLY;UNTIL=20260701", "FREQ=DAILY;COUNT=9", "FREQ=MONTHLY;UNTIL=20260315"];
  const FIRST = "2026-01-05";
  /** A task and its life: on each of these days after it was due first it is completed, or something else of it is changed. */
  const life = fc.record({
    rule: fc.constantFrom(...RULES),
    mode: fc.constantFrom("fixed" as const, "afterCompletion" as const),
    untilCount: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    acts: fc.array(fc.record({ after: fc.integer({ min: -10, max: 40 }), completes: fc.boolean() }), { maxLength: 8 }),
  });

  test("no date of an honest server is called impossible, and of its end nothing is certain that is not so", async () => {
    const seen = { next: 0, yes: 0, no: 0, perhaps: 0 };
    await fc.assert(
      fc.asyncProperty(life, async ({ rule, mode, untilCount, acts }) => {
        const recurrence: Recurrence = { rule, mode, zone: "UTC", ...(untilCount === undefined ? {} : { untilCount }) };
        let [open, today, revision] = [{ on: FIRST, number: 1 }, FIRST, 1];
        const next = () => following({ recurrence, firstDue: FIRST, dueOn: open.on, today, number: open.number });
        for (const { after, completes } of acts) {
          today = [today, addDays(FIRST, after)].sort()[1] ?? today;
          revision += 1;
          const found = completes ? await next() : null;
          if (found) open = { on: found.on, number: open.number + 1 + found.skipped };
        }
        const signed = { recurrence, firstDue: FIRST, revision };
        if (open.on !== FIRST) {
          seen.next += 1;
          expect(await isPossibleNext({ ...signed, nextDueOn: open.on }, today)).toBe(true);
        }
        const truth = (await next()) ? "yes" : "no";
        const said = await continues(signed, today);
        seen[said] += 1;
        if (said !== "perhaps") expect(said).toBe(truth);
      }),
      { numRuns: 300 },
    );
    expect(Object.entries(seen).filter(([, count]) => count < 10)).toEqual([]);
  });

  const monthly = { recurrence: { rule: "FREQ=MONTHLY", mode: "fixed", zone: "UTC" } as const, firstDue: "2026-01-05" };

  test.each([
    ["a day that the rule does not have", { nextDueOn: "2026-02-06", revision: 9 }],
    ["the signed day again, or one before it", { nextDueOn: "2025-12-05", revision: 9 }],
    ["a next one although nobody has written anything since", { nextDueOn: "2026-02-05", revision: 1 }],
    ["one that is further away than there are statements", { nextDueOn: "2026-05-05", revision: 3 }],
  ])("%s is impossible", async (_what, { nextDueOn, revision }) => {
    expect(await isPossibleNext({ ...monthly, nextDueOn, revision }, "2026-01-10")).toBe(false);
  });

  test("after a completion the rule counts from a day that nobody signs, and a next one takes a statement all the same", async () => {
    const floating = { ...monthly, recurrence: { ...monthly.recurrence, mode: "afterCompletion" } as const, nextDueOn: "2026-02-09" };
    expect(await isPossibleNext({ ...floating, revision: 2 }, "2026-01-10")).toBe(true);
    expect(await isPossibleNext({ ...floating, revision: 1 }, "2026-01-10")).toBe(false);
  });
});
