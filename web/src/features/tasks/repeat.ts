/** The choices of the form, and the rule of RFC 5545 that they are (`domain.md` section 11). */
import type { Day } from "../../dates/days";
import type { Recurrence } from "../../lists/tasks/recurrence";

export const UNITS = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Unit = (typeof UNITS)[number];

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** On which day of the month: the one of the due date, or the same weekday of the month as it. */
export type MonthDay = "date" | "weekday" | "last";

export interface Repeat {
  unit: Unit;
  interval: number;
  /** Of a weekly one; empty means the weekday of the due date. */
  weekdays: Weekday[];
  /** Of a monthly one. */
  monthDay: MonthDay;
  mode: Recurrence["mode"];
  /** Not after this day. */
  until: Day | null;
  /** At most so many times. */
  times: number | null;
}

export const ONCE_A_WEEK: Repeat = { unit: "WEEKLY", interval: 1, weekdays: [], monthDay: "date", mode: "fixed", until: null, times: null };

const partsOf = (day: Day): [number, number, number] => day.split("-").map(Number) as [number, number, number];

export const weekdayOf = (day: Day): Weekday => WEEKDAYS[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7] ?? "MO";

/** Which of its weekday in the month a day is: the fifth is the last. */
export function weekOf(day: Day): 1 | 2 | 3 | 4 | -1 {
  const week = Math.ceil(partsOf(day)[2] / 7);
  return week > 4 ? -1 : (week as 1 | 2 | 3 | 4);
}

/** "The 31st, or the last day": a plain 31 would skip short months. */
const lastDays = (date: number): string => Array.from({ length: date - 27 }, (_, index) => 28 + index).join(",");

function monthPart(monthDay: MonthDay, dueOn: Day): string[] {
  const date = partsOf(dueOn)[2];
  if (monthDay === "weekday") return [`BYDAY=${weekOf(dueOn)}${weekdayOf(dueOn)}`];
  if (monthDay === "last") return ["BYMONTHDAY=28,29,30,31", "BYSETPOS=-1"];
  return date > 28 ? [`BYMONTHDAY=${lastDays(date)}`, "BYSETPOS=-1"] : [`BYMONTHDAY=${date}`];
}

/** After a completion days of the calendar mean nothing: it is the distance that counts. */
export function recurrenceOf(repeat: Repeat, dueOn: Day, zone: string): Recurrence {
  const { unit, interval, weekdays, monthDay, mode, until, times } = repeat;
  const fixed = mode === "fixed";
  const parts = [
    `FREQ=${unit}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(fixed && unit === "WEEKLY" && weekdays.length > 0 ? [`BYDAY=${WEEKDAYS.filter((one) => weekdays.includes(one)).join(",")}`] : []),
    ...(fixed && unit === "MONTHLY" ? monthPart(monthDay, dueOn) : []),
    ...(until ? [`UNTIL=${until.replaceAll("-", "")}`] : []),
  ];
  return { rule: parts.join(";"), mode, zone, ...(times ? { untilCount: times } : {}) };
}

/** The choices that a rule is; null for one that the form cannot say, which is kept as it is. */
export function repeatOf({ rule, mode, untilCount }: Recurrence, dueOn: Day, zone: string): Repeat | null {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = UNITS.find((one) => one === parts.get("FREQ"));
  if (!unit) return null;
  const byDay = parts.get("BYDAY")?.split(",") ?? [];
  const until = /^(\d{4})(\d{2})(\d{2})$/.exec(parts.get("UNTIL") ?? "");
  const repeat: Repeat = {
    unit,
    interval: Number(parts.get("INTERVAL") ?? 1),
    weekdays: WEEKDAYS.filter((one) => byDay.includes(one)),
    monthDay: "date",
    mode,
    until: until ? until.slice(1).join("-") : null,
    times: untilCount ?? null,
  };
  // It is what the form would write, or the form has no words for it.
  const said = (["date", "weekday", "last"] as const).map((monthDay) => ({ ...repeat, monthDay }));
  return said.find((one) => recurrenceOf(one, dueOn, zone).rule === rule) ?? null;
}

/** Due on another day, it repeats by that day: "on day 15" becomes "on day 20". */
export function movedTo(recurrence: Recurrence | null, from: Day | null, to: Day | null): Recurrence | null {
  if (!recurrence || !from || !to) return recurrence;
  const repeat = repeatOf(recurrence, from, recurrence.zone);
  return repeat ? recurrenceOf(repeat, to, recurrence.zone) : recurrence;
}
