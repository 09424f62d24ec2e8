/** How urgent tasks are, what they are found by, and their checklists. */
import type { ChecklistLine, TaskPayload } from "./task.generated.ts";

export type { CommentPayload } from "./comment.generated.ts";
export type { ChecklistLine, TaskPayload } from "./task.generated.ts";

/** Of none, low, medium, high and urgent. */
export const PRIORITIES = [0, 1, 2, 3, 4] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The words under which a task is found. */
export function taskWords({ title, notes, location, tags = [], checklist = [] }: TaskPayload): string {
  return [title, notes, location, ...tags, ...checklist.map(({ text }) => text)].filter(Boolean).join(" ");
}

/** The lines of a checklist as somebody ordered them. */
export function linesOf({ checklist = [] }: Pick<TaskPayload, "checklist">): ChecklistLine[] {
  return [...checklist].sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
}

/** The next occurrence begins with nothing ticked. */
export function unticked(payload: TaskPayload): TaskPayload {
  const { checklist } = payload;
  return checklist ? { ...payload, checklist: checklist.map((line) => ({ ...line, done: false })) } : payload;
}
