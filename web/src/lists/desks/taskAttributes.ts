/** What a person sets of a task and the server sees, as it is signed. */
import { signedRecurrence } from "../tasks/recurrence";
import { signedReminders } from "../tasks/reminders";
import type { TaskFacts } from "../kinds/task";

export type Clear = Omit<TaskFacts, "parentId">;

/** A task that is yet to come. */
export const BEGINNING: Omit<Clear, "statusId"> = {
  profileIds: [],
  topicIds: [],
  documentIds: [],
  assigneeIds: [],
  startOn: null,
  dueOn: null,
  dueTime: null,
  recurrence: null,
  reminders: [],
};

/** Those that are named; null is one that is taken away. */
export function signedTask({ recurrence, reminders, ...rest }: Partial<Clear>): Record<string, unknown> {
  return {
    ...rest,
    ...(recurrence !== undefined && { recurrence: recurrence && signedRecurrence(recurrence) }),
    ...(reminders !== undefined && { reminders: signedReminders(reminders) }),
  };
}

/** All attributes of a new one. Tasks have no archive: they are done. */
export const signedNewTask = (set: Clear): Record<string, unknown> => ({ ...signedTask(set), state: "active" });
