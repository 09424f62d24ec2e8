/** How a task repeats, as it is signed (`domain.md` sections 3 and 11), and when it is due next. */
import { addDays, type Day } from "../../dates/days";

export interface Recurrence {
  /** A part of RFC 5545. */
  rule: string;
  /** By the calendar from the signed due date on, or from the day on which it was done. */
  mode: "fixed" | "afterCompletion";
  /** Says which day that is. */
  zone: string;
  /** With it there are at most so many occurrences. */
  untilCount?: number | null;
}

/** As it is signed: each member on a line. */
export const signedRecurrence = ({ rule, mode, zone, untilCount }: Recurrence): string =>
  [rule, mode, zone, untilCount ?? ""].join("\n");

/** The reverse; what does not have the form repeats nothing. */
export function readRecurrence(signed: string | null): Recurrence | null {
  const [rule, mode, zone, count = "", ...more] = (signed ?? "").split("\n");
  if (!rule || !zone || more.length > 0 || (mode !== "fixed" && mode !== "afterCompletion") || !/^\d*$/.test(count)) return null;
  return { rule, mode, zone, ...(count ? { untilCount: Number(count) } : {}) };
}

/** The occurrence that is open, by which the next one is found. */
export interface Occurrence {
  recurrence: Recurrence;
  /** The signed date, from which a fixed rule counts. */
  firstDue: Day;
  /** When this one is due. */
  dueOn: Day;
  /** When it is done, in the zone of the task. */
  today: Day;
  number: number;
}

export interface Following {
  on: Day;
  /** Dates of the rule that went by unused. */
  skipped: number;
}

/** A rule without a date for so long says none: it is not searched to the end of the calendar. */
const FORESIGHT_DAYS = 36_525;

const later = (one: Day, other: Day): Day => (one > other ? one : other);
const moment = (day: Day): Date => new Date(`${day}T00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, "yyyy-mm-dd".length);

/** The occurrence after this one, or none. What the server computes is the same, or one of both is wrong. */
export async function following({ recurrence, firstDue, dueOn, today, number }: Occurrence): Promise<Following | null> {
  const { rule, mode, untilCount } = recurrence;
  const found =
    mode === "fixed"
      ? await firstAfter(rule, firstDue, dueOn, later(dueOn, addDays(today, -1)))
      : await firstAfter(rule, today, later(dueOn, today), later(dueOn, today));
  if (found && untilCount && number + 1 + found.skipped > untilCount) return null;
  return found;
}

/** What was signed of a task that repeats. */
export interface Signed {
  recurrence: Recurrence;
  firstDue: Day;
  /** How many statements there are: each completion is one, and the first one is none. */
  revision: number;
}

/** So many dates ahead of the calendar are not counted any more. */
const MOST_AHEAD = 100;

/** That it ends on a day, or after a number of dates. */
const ENDS = /(?:^|;)(?:UNTIL|COUNT)=/u;

/**
 * Whether a task that is completed today has a next date, by what was signed alone: certainly, certainly not, or only by a
 * count that nobody but the server keeps.
 *
 * How often it was completed is signed by nobody, but each completion has a statement. So the open occurrence of a fixed rule
 * is due at the earliest on the signed day, and at the latest when all statements but the first were completions, today.
 */
export async function continues({ recurrence, firstDue, revision }: Signed, today: Day): Promise<"yes" | "no" | "perhaps"> {
  const { rule, mode, untilCount } = recurrence;
  if (!(await following({ recurrence, firstDue, dueOn: firstDue, today, number: 1 }))) return "no";
  if (!untilCount && !ENDS.test(rule)) return "yes";
  if (untilCount || mode !== "fixed" || revision > MOST_AHEAD) return "perhaps";
  return (await afterAll({ recurrence, firstDue, revision }, revision, today)) ? "yes" : "perhaps";
}

/** When the open occurrence of a fixed rule is due after so many completions, all of them on this day; nothing where the rule ends before. */
async function afterAll({ recurrence, firstDue }: Signed, completions: number, today: Day): Promise<Day | null> {
  let on: Day = firstDue;
  for (let done = 0; done < completions; done += 1) {
    const next = await following({ recurrence, firstDue, dueOn: on, today, number: 1 });
    if (!next) return null;
    on = next.on;
  }
  return on;
}

/** Whether a date that the server names can be that of the open occurrence. The clock of the server may be a day ahead of this one. */
export async function isPossibleNext({ nextDueOn, ...signed }: Signed & { nextDueOn: Day }, today: Day): Promise<boolean> {
  const { firstDue, revision } = signed;
  if (nextDueOn <= firstDue || revision < 2) return false;
  if (signed.recurrence.mode !== "fixed") return true;
  const recurrence = { ...signed.recurrence, untilCount: null };
  const before = addDays(nextDueOn, -1);
  const found = await following({ recurrence, firstDue, dueOn: before, today: before, number: 1 });
  if (found?.on !== nextDueOn) return false;
  const latest = revision > MOST_AHEAD ? null : await afterAll({ ...signed, recurrence }, revision - 1, addDays(today, 1));
  return latest === null || nextDueOn <= latest;
}

/** The first date after `passed`; skipped are those after `dueOn` and before it. */
async function firstAfter(text: string, start: Day, dueOn: Day, passed: Day): Promise<Following | null> {
  // Only whoever completes or shows a task that repeats needs the library.
  const { RRule } = await import("rrule");
  const { count, until, ...parts } = RRule.parseString(text);
  const end = addDays(passed, FORESIGHT_DAYS);
  const last = until && dayOf(until) < end ? dayOf(until) : end;
  let found: Day | null = null;
  let skipped = 0;
  // Midnights in UTC are days: no clock shifts them.
  new RRule({ ...parts, dtstart: moment(start), until: moment(last) }).all((date, index) => {
    if (count !== undefined && count !== null && index >= count) return false;
    const on = dayOf(date);
    if (on > passed) found = on;
    else if (on > dueOn) skipped += 1;
    return found === null;
  });
  return found === null ? null : { on: found, skipped };
}
