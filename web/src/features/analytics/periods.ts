/** Days put together into the bars of a figure. */
import { addDays, type Day } from "../../dates/days";

export type Unit = "day" | "week" | "month";

/** How far back figures look, and what one bar of them is. */
export const RANGES = {
  month: { days: 30, unit: "day" },
  quarter: { days: 91, unit: "week" },
  year: { days: 365, unit: "month" },
} as const satisfies Record<string, { days: number; unit: Unit }>;
export type Range = keyof typeof RANGES;

/** The first day of the week (a Monday) or month that a day is in. */
export function beginOf(day: Day, unit: Unit): Day {
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  if (unit === "day") return day;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** The first day of the period `by` months after the one that `day` is in. */
export function monthsAfter(day: Day, by: number): Day {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const index = year * 12 + month - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}-01`;
}

function after(begin: Day, unit: Unit): Day {
  if (unit === "month") return monthsAfter(begin, 1);
  return addDays(begin, unit === "week" ? 7 : 1);
}

/** The first days of all periods from one day to another, in their order: those in which nothing happened, too. */
export function periods(from: Day, to: Day, unit: Unit): Day[] {
  const found: Day[] = [];
  for (let at = beginOf(from, unit); at <= to; at = after(at, unit)) found.push(at);
  return found;
}

/** The periods that a range shows, the newest last. */
export const periodsOf = (range: Range, today: Day): Day[] => periods(addDays(today, 1 - RANGES[range].days), today, RANGES[range].unit);
