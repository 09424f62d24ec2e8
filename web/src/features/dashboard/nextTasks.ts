/** The open tasks of one person, in the order in which they are due. */
import type { TaskItem } from "../../api/tasks";
import type { TaskRow } from "../../tasks/rows";

/** Assigned to this person, not done, and neither archived nor out of the way with an archived profile. */
export const openTasksOf = (items: readonly TaskItem[], me: string): TaskItem[] =>
  items.filter(({ category, lifecycle, hiddenBy, assigneeIds }) => category !== "done" && lifecycle === "active" && !hiddenBy && assigneeIds.includes(me));

const dayOf = ({ nextDueOn, dueOn }: TaskItem): string | null => nextDueOn ?? dueOn ?? null;

/** After every day and every time. */
const LAST = "\uffff";

const clearKey = (item: TaskItem): string => `${dayOf(item) ?? LAST} ${item.dueTime ?? LAST}`;

/**
 * Those that can be among the first so many: the soonest by the dates that the server keeps, and all without one, because an
 * account can keep its dates in the contents. Only these are opened.
 */
export function candidates(open: readonly TaskItem[], count: number): TaskItem[] {
  const dated = open.filter((item) => dayOf(item) !== null).sort((a, b) => byText(clearKey(a), clearKey(b)));
  return [...dated.slice(0, count), ...open.filter((item) => dayOf(item) === null)];
}

const dueKey = ({ due }: TaskRow): string => (due ? `${due.on} ${due.time ?? LAST}` : LAST);

/** The first so many: the soonest, then those without a date in the order of the board. */
export const nextDue = (rows: readonly TaskRow[], count: number): TaskRow[] =>
  [...rows].sort((a, b) => byText(dueKey(a), dueKey(b)) || byText(a.rank, b.rank)).slice(0, count);

/** Days and ranks are in the order of their characters, and not in that of a language. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
