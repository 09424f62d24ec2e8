/** What can be done with a task as it is: move it, finish it, take it up again, delete it. Every act is signed on this device. */
import { useMemo } from "react";

import { useUpdateTasksMutation, type AlterTask } from "../../api/tasks";
import type { TaskAnswer as Sent } from "../../api/workspace.generated";
import { defaultOf, useStatuses, type StatusEntry } from "../../lists/boards/statuses";
import { tell, tellFailure } from "../../components/notices";
import { dayAt, formatDay, type DateSettings } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import type { BulkResult } from "../../lists/bulk";
import { readTask, readTasks, useTaskDesk } from "../../lists/desks/tasks";
import { useBinActs, type BinActs } from "../../lists/useItemActs";
import type { Keyring } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import type { TaskPayload } from "../../payloads/task";
import { useMembers } from "../../lists/people/people";
import { useDates } from "../../session/useSession";
import { isPossibleNext } from "../../lists/tasks/recurrence";
import { repeatingOf } from "../../lists/tasks/rows";
import type { Place } from "./board";
import { categoryOf, expected, isPast, moved } from "./moving";
import type { TaskItem } from "../../lists/kinds/task";

export interface Subject {
  item: TaskItem;
  payload: TaskPayload;
}

export interface TaskActs extends BinActs<TaskItem> {
  /** Into a status, to a place in it, or both. Answers the task as it is then, or null when it stayed as it was. */
  move: (subject: Subject, status: StatusEntry, place?: Place) => Promise<TaskItem | null>;
}

export function useTaskActs(): TaskActs {
  const say = useSay();
  const dates = useDates();
  const keyring = useKeyring();
  const statuses = useStatuses();
  const members = useMembers();
  const [change] = useUpdateTasksMutation();

  const words = useMemo(
    () => ({
      deleted: (count: number) => say("tasks.deleted", "{count, plural, one {# task} other {# tasks}} deleted", { count }),
    }),
    [say],
  );
  const acts = useBinActs(useTaskDesk(), words);

  return useMemo<TaskActs>(() => {
    const send = async (items: AlterTask[]) => readTasks(keyring, await change({ taskChanges: { items } }));
    const read = (sent: Sent) => readTask(keyring, sent);
    const alter = async (item: TaskItem, sign: (now: TaskItem) => Promise<AlterTask>) => {
      const { inBatches } = await import("../../lists/bulk");
      return inBatches([item], { prove: () => Promise.resolve(), sign, send, read });
    };

    async function move({ item, payload }: Subject, status: StatusEntry, place?: Place): Promise<TaskItem | null> {
      const again = defaultOf(statuses ?? [], "open");
      const signedOn: TaskItem[] = [];
      const result = await alter(item, (now) => {
        signedOn.push(now);
        return moved({ keyring, shown: item, begun: signedOn[0] ?? now, status, place, again, statuses: statuses ?? [], say, members }, now);
      });
      const saved = settled(say, result);
      const [begun = item] = signedOn;
      // This page itself has finished what was shown: a second press is no wish to finish the next occurrence.
      if (!saved || begun.statusId === status.id || isPast(begun, item)) return saved;
      const finished = status.category === "done" && categoryOf(statuses ?? [], begun) !== "done";
      if (finished && categoryOf(statuses ?? [], saved) !== "done") await tellNext(say, dates, payload, await expected(begun), saved);
      else
        tell({
          title: say("tasks.moved", "Moved “{title}” to {status}", { title: payload.title, status: status.name }),
          undo: () => void alter(saved, (now) => back(keyring, now, begun)).then((undone) => settled(say, undone)),
        });
      return saved;
    }

    return { ...acts, move };
  }, [acts, keyring, statuses, members, change, say, dates]);
}

/** What became of one; what stood against it is told. */
function settled(say: Say, { done, refused }: BulkResult<TaskItem>): TaskItem | null {
  const [first] = refused;
  if (first) tellFailure(failureTitle(say, "update"), first.message);
  return done[0] ?? null;
}

/** Back to where it was, at its former place. */
async function back(keyring: Keyring, now: TaskItem, { statusId, word: { rank } }: TaskItem): Promise<AlterTask> {
  const attrs = await keyring.signAttrs("task", now, { statusId });
  return { id: now.id, version: now.version, ops: [{ op: "rank", rank }], ...attrs };
}

/** The server counts the next date, and this browser does: both have to find the same one, and what was signed allows it. */
async function tellNext(say: Say, dates: DateSettings, { title }: TaskPayload, own: string | null, saved: TaskItem): Promise<void> {
  const { nextDueOn } = saved.word;
  const day = (on: string | null) => (on ? formatDay(on, dates) : "–");
  const told = repeatingOf(saved);
  const possible = told !== null && (await isPossibleNext(told, dayAt(new Date(), told.recurrence.zone)));
  if (own !== nextDueOn || !possible)
    tellFailure(
      say("tasks.nextWrong", "The server's next date is wrong"),
      say("tasks.nextWrongHow", "It shows {theirs}. The signed repeat rule gives {ours}.", { theirs: day(nextDueOn), ours: day(own) }),
    );
  else tell({ title: say("tasks.again", "“{title}” is done. It is due again on {day}", { title, day: day(nextDueOn) }) });
}
