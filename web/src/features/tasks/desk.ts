/** Tasks, and what people say about them, as the desk holds them. */
import { deskKind, plain } from "../../desk/kind.ts";
import type { VerifiedItem } from "../../keyring/contract.ts";
import { taskWords, type CommentPayload, type TaskPayload } from "../../payloads/task.ts";

const text = ({ attributes }: VerifiedItem, name: string): string | null => {
  const value = attributes[name];
  return typeof value === "string" ? value : null;
};

const ids = (name: string) => ({ attributes }: VerifiedItem): readonly string[] | null => {
  const value = attributes[name];
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
};

/** Only of what repeats by its own signed rule does the server know a later day than the signed one. */
function told(nextDueOn: unknown, item: VerifiedItem): string | null {
  const dueOn = text(item, "dueOn");
  if (typeof nextDueOn !== "string" || dueOn === null || text(item, "recurrence") === null) return null;
  return nextDueOn === dueOn ? null : nextDueOn;
}

/** It has no title, and is looked through by nobody. */
export const commentDesk = deskKind<CommentPayload>({ kind: "comment", version: 1, title: () => "", columns: {}, words: () => "" });

export const taskDesk = deskKind<TaskPayload>({
  kind: "task",
  version: 1,
  title: ({ title }) => title,
  attributes: {
    statusId: (item) => text(item, "statusId"), dueTime: (item) => text(item, "dueTime"),
    assigneeIds: ids("assigneeIds"), topicIds: ids("topicIds"), profileIds: ids("profileIds"), documentIds: ids("documentIds"),
  },
  columns: { priority: plain(({ priority }) => priority ?? 0) },
  either: { dueOn: (item, payload) => text(item, "dueOn") ?? payload?.dueOn },
  word: {
    rank: ({ rank }) => (typeof rank === "string" ? rank : null),
    hiddenBy: ({ hiddenBy }) => (typeof hiddenBy === "string" ? hiddenBy : null),
    nextDueOn: ({ nextDueOn }, item) => (item ? told(nextDueOn, item) : null),
  },
  words: taskWords,
});
