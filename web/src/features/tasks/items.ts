/** How tasks are asked for together with other kinds, and what is said of them there. */
import { tasksApi } from "../../api/tasks";
import type { KindItems } from "../../lists/kinds/card";
import { IS_HERE, wholeList } from "../../lists/kinds/listed";

export const taskItems = {
  kind: "task",
  useAll: (unless) => wholeList(tasksApi.endpoints.allTasks.useQuery(undefined, unless)),
  useIsHere: () => tasksApi.endpoints.allTasks.useQueryState(undefined, IS_HERE).here,
  word: (say) => say("palette.task", "Task"),
  logged: (say) => say("audit.kind.task", "Task"),
  fresh: (say) => say("tasks.new", "New task"),
  counted: (say, count) => say("home.tasks", "{count, plural, one {a task} other {# tasks}}", { count }),
  group: "tasks",
  acts: {
    created: (say) => say("audit.task.created", "added a task"),
    revised: (say) => say("audit.task.revised", "changed a task"),
    audience_changed: (say) => say("audit.task.audience_changed", "changed which roles can open a task"),
    shared: (say) => say("audit.task.shared", "gave more roles access to a task"),
    status_changed: (say) => say("audit.task.status_changed", "moved a task to another status"),
    ranked: (say) => say("audit.task.ranked", "moved a task within its column"),
    assigned: (say) => say("audit.task.assigned", "reassigned a task"),
    scheduled: (say) => say("audit.task.scheduled", "changed the dates of a task"),
    filed: (say) => say("audit.task.filed", "moved a task to another profile or topic"),
    occurrence_closed: (say) => say("audit.task.occurrence_closed", "completed a repeating task once"),
    commented: (say) => say("audit.task.commented", "commented on a task"),
    due_warned: (say) => say("audit.task.due_warned", "warned that a task is due"),
    deleted: (say) => say("audit.task.deleted", "deleted a task"),
    restored: (say) => say("audit.task.restored", "restored a task"),
    purged: (say) => say("audit.task.purged", "deleted a task for good"),
  },
} as const satisfies KindItems;
