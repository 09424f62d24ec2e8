/** The open tasks of one person, in the order in which they are due. */
import type { Hiding } from "../../profiles/hiding";
import type { TaskRow } from "../../tasks/rows";

/** Assigned to this person, not done, and neither archived nor out of the way with an archived profile. */
export const openTasksOf = (rows: readonly TaskRow[], me: string, isHidden: Hiding): TaskRow[] =>
  rows.filter(
    ({ category, item }) => category !== "done" && item.lifecycle === "active" && !isHidden(item) && item.assigneeIds.includes(me),
  );

/** After every day and every time. */
const LAST = "\uffff";

const dueKey = ({ due }: TaskRow): string => (due ? `${due.on} ${due.time ?? LAST}` : LAST);

/** The first so many: the soonest, then those without a date in the order of the board. */
export const nextDue = (rows: readonly TaskRow[], count: number): TaskRow[] =>
  [...rows].sort((a, b) => byText(dueKey(a), dueKey(b)) || byText(a.rank, b.rank)).slice(0, count);

/** Days and ranks are in the order of their characters, and not in that of a language. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
