/** What a task and a comment on it say. What the server has to see of a task stands in its attributes. */
import type { BasePayload } from "./base";

/** Of none, low, medium, high and urgent. */
export const PRIORITIES = [0, 1, 2, 3, 4] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface ChecklistLine {
  id: string;
  text: string;
  done: boolean;
  rank: string;
}

export interface TaskPayload extends BasePayload {
  title: string;
  priority?: Priority;
  checklist?: ChecklistLine[];
  estimateMinutes?: number;
  location?: string;
  /** Only where the account keeps dates from the server. */
  dueOn?: string;
}

export interface CommentPayload {
  v: 1;
  body: string;
  replyTo?: string;
}

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
