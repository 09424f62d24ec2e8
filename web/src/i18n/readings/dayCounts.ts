/** Numbers of days, separated by commas: what they are read as begins with the fewest. */
import type { Say } from "../say";
import { toLatinDigits } from "./digits";
import { NOTHING, wrong, type Reading } from "./reading";

export const MOST_DAYS = 730;
export const MOST_COUNTS = 10;

/** As they are written in the field. */
export const writtenCounts = (days: readonly number[]): string => days.join(", ");

/** What was written, which has been read. */
export const countsIn = (written: string): number[] => written.split(", ").filter(Boolean).map(Number);

export function dayCountsReading(say: Say, text: string): Reading<string> {
  const typed = toLatinDigits(text)
    .split(/[\s,;،]+/)
    .filter(Boolean);
  if (typed.length === 0) return NOTHING;
  if (!typed.every((one) => /^\d{1,4}$/.test(one) && Number(one) <= MOST_DAYS))
    return wrong(say("dayCounts.wrong", "Enter numbers of days from 0 to {most}, separated by commas.", { most: MOST_DAYS }));
  const days = [...new Set(typed.map(Number))].sort((one, other) => one - other);
  if (days.length > MOST_COUNTS) return wrong(say("dayCounts.many", "There are {count} entries. The limit is {most}.", { count: days.length, most: MOST_COUNTS }));
  return { is: "value", value: writtenCounts(days) };
}
