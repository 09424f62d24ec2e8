/** What the signed attributes of a task and of a comment say. */
import type { TaskWord } from "../../api/tasks";
import { readRecurrence, type Recurrence } from "../tasks/recurrence";
import { readReminders, type Reminder } from "../tasks/reminders";
import { idsIn, textIn, type Item, type ItemKind } from "../item";

export interface TaskFacts {
  statusId: string;
  profileIds: string[];
  topicIds: string[];
  documentIds: string[];
  assigneeIds: string[];
  startOn: string | null;
  dueOn: string | null;
  dueTime: string | null;
  recurrence: Recurrence | null;
  reminders: Reminder[];
  parentId: string | null;
}

/** In place of the server's word about what it does not show. */
export const NO_TASK_WORD: TaskWord = { rank: "", hiddenBy: null, occurrence: 1, nextDueOn: null, closedAt: null, commentCount: 0 };

export type TaskItem = Item<TaskWord, TaskFacts>;

export const TASK: ItemKind<TaskFacts> = {
  kind: "task",
  factsIn: (attributes) => ({
    statusId: textIn(attributes, "statusId") ?? "",
    profileIds: idsIn(attributes, "profileIds"),
    topicIds: idsIn(attributes, "topicIds"),
    documentIds: idsIn(attributes, "documentIds"),
    assigneeIds: idsIn(attributes, "assigneeIds"),
    startOn: textIn(attributes, "startOn"),
    dueOn: textIn(attributes, "dueOn"),
    dueTime: textIn(attributes, "dueTime"),
    recurrence: readRecurrence(textIn(attributes, "recurrence")),
    reminders: readReminders(textIn(attributes, "reminders")),
    parentId: textIn(attributes, "parentId"),
  }),
};

export interface CommentFacts {
  taskId: string;
  mentionIds: string[];
}

export type CommentItem = Item<object, CommentFacts>;

export const COMMENT: ItemKind<CommentFacts> = {
  kind: "comment",
  factsIn: (attributes) => ({ taskId: textIn(attributes, "taskId") ?? "", mentionIds: idsIn(attributes, "mentionIds") }),
};
