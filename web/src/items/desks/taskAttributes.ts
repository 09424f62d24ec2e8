/** The clear attributes of a task, all of them: a signature covers the whole list. */
import type { TaskItem } from "../../api/tasks";
import { signedRecurrence } from "../../tasks/recurrence";

/** What a person sets of a task and the server sees. */
export type Clear = Pick<
  TaskItem,
  "statusId" | "profileIds" | "topicIds" | "documentIds" | "assigneeIds" | "startOn" | "dueOn" | "dueTime" | "recurrence" | "reminders"
>;

type Reminder = TaskItem["reminders"][number];

const lineOf = ({ id, channel, at, minutesBefore }: Reminder): string => `${id} ${channel} ${at ?? minutesBefore ?? 0}`;

/** A task that is yet to come. */
export const BEGINNING: Omit<Clear, "statusId"> = {
  profileIds: [],
  topicIds: [],
  documentIds: [],
  assigneeIds: [],
  reminders: [],
};

/** As they are, but for what is changed. */
export function attributesOf(item: Clear & Pick<TaskItem, "parentId">, changed: Partial<Clear> = {}): Record<string, unknown> {
  const { statusId, profileIds, topicIds, documentIds, assigneeIds, startOn, dueOn, dueTime, recurrence, reminders } = { ...item, ...changed };
  return {
    statusId,
    profileIds,
    topicIds,
    documentIds,
    assigneeIds,
    startOn: startOn ?? null,
    dueOn: dueOn ?? null,
    dueTime: dueTime ?? null,
    recurrence: recurrence ? signedRecurrence(recurrence) : null,
    // An empty value is left out.
    reminders: reminders.length > 0 ? reminders.map(lineOf).sort().join("\n") : null,
    parentId: item.parentId ?? null,
    // Tasks have no archive: they are done.
    state: "active",
  };
}
