/** Which tasks are shown: whose, about what, and when they are due. */
import { addDays, type Day } from "../../dates/days";
import { hasFacts } from "../../items/item";
import type { Hiding } from "../../profiles/hiding";
import type { TaskRow } from "../../tasks/rows";
import { matches } from "../../commands/matching";
import { taskWords } from "../../payloads/task";

export const DUES = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof DUES)[number];

/** Placeholders among user ids: the reader, and no one. */
export const ME = "me";
export const NOBODY = "nobody";

export interface TaskFilter {
  assignees: readonly string[];
  topics: readonly string[];
  dues: readonly string[];
  words: string;
}

interface Around {
  me: string;
  today: Day;
}

export function passes(row: TaskRow, { assignees, topics, dues, words }: TaskFilter, around: Around, isHidden: Hiding): boolean {
  if (!hasFacts(row.item)) return assignees.length + topics.length + dues.length === 0 && !words.trim();
  return (
    // What was archived with its profile stays out of the way.
    !isHidden(row.item) &&
    (assignees.length === 0 || assignees.some((one) => isFor(row, one, around.me))) &&
    (topics.length === 0 || topics.some((id) => row.item.topicIds.includes(id))) &&
    (dues.length === 0 || DUES.some((one) => dues.includes(one) && isDue(row, one, around.today))) &&
    (!words.trim() || (row.opening.name === "open" && matches(taskWords(row.opening.payload), words)))
  );
}

function isFor({ item: { assigneeIds } }: TaskRow, one: string, me: string): boolean {
  return one === NOBODY ? assigneeIds.length === 0 : assigneeIds.includes(one === ME ? me : one);
}

function isDue({ due }: TaskRow, when: DueFilter, today: Day): boolean {
  if (when === "none") return due === null;
  if (!due || due.over) return false;
  if (when === "week") return due.on >= today && due.on < addDays(today, 7);
  return when === "today" ? due.on === today : due.when === "overdue";
}
