/** What can be done with a task as it is: move it, finish it, take it up again, delete it. Every act is signed on this device. */
import { useMemo } from "react";

import { useUpdateTasksMutation, type AlterTask } from "../../api/tasks";
import type { TaskAnswer as Sent } from "../../api/workspace.generated";
import { defaultOf, followed, useStatuses, type StatusEntry } from "../../boards/statuses";
import { tell, tellFailure } from "../../components/notices";
import { dayAt, formatDay, type DateSettings } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import { inBatches, type BulkResult } from "../../items/bulk";
import { readTask, readTasks, useTaskDesk } from "../../items/desks/tasks";
import { useBinActs, type BinActs } from "../../items/useItemActs";
import type { Keyring } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { unticked, type TaskPayload } from "../../payloads/task";
import { type Person, useMembers } from "../../people/people";
import { useDates } from "../../session/useSession";
import { following } from "../../tasks/recurrence";
import type { Place } from "./board";
import type { TaskItem } from "../../items/kinds/task";

export interface Subject {
  item: TaskItem;
  payload: TaskPayload;
}

export interface TaskActs extends BinActs<TaskItem> {
  /** Into a status, to a place in it, or both. Answers the task as it is then, or null when it stayed as it was. */
  move: (subject: Subject, status: StatusEntry, place?: Place) => Promise<TaskItem | null>;
}

/** Another person has completed it already. */
export class AlreadyFinished extends Error {}

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
    const alter = (item: TaskItem, sign: (now: TaskItem) => Promise<AlterTask>) => inBatches([item], { prove: () => Promise.resolve(), sign, send, read });

    async function move({ item, payload }: Subject, status: StatusEntry, place?: Place): Promise<TaskItem | null> {
      const again = defaultOf(statuses ?? [], "open");
      const signedOn: TaskItem[] = [];
      const result = await alter(item, (now) => {
        signedOn.push(now);
        return moved({ keyring, shown: item, begun: signedOn[0] ?? now, status, place, again, statuses: statuses ?? [], say, members }, now);
      });
      const saved = settled(say, result);
      const [begun = item] = signedOn;
      if (!saved || begun.statusId === status.id || isNext(begun, item)) return saved;
      if (begun.recurrence && categoryOf(statuses ?? [], saved) !== "done") tellNext(say, dates, payload, await expected(begun), saved);
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

interface Moving {
  keyring: Keyring;
  /** As the person saw it. */
  shown: TaskItem;
  /** As this page had left it when the turn of this move came. */
  begun: TaskItem;
  status: StatusEntry;
  place: Place | undefined;
  /** Where a task goes that comes again. */
  again: StatusEntry | undefined;
  statuses: readonly StatusEntry[];
  say: Say;
  members: readonly Person[];
}

/** When the open occurrence is closed now, the next one; null for the last, and for a task that does not repeat. */
async function expected(item: TaskItem): Promise<string | null> {
  const { recurrence, dueOn, word: { nextDueOn, occurrence } } = item;
  if (!recurrence || !dueOn) return null;
  const today = dayAt(new Date(), recurrence.zone);
  const given = { recurrence, firstDue: dueOn, dueOn: nextDueOn ?? dueOn, today, number: occurrence };
  return (await following(given))?.on ?? null;
}

/** A removed status leads to another; of one that is not known it is taken that its tasks are open. */
const categoryOf = (statuses: readonly StatusEntry[], { statusId }: TaskItem) => followed(statuses, statusId)?.category ?? "open";

/** This page itself has finished what was shown: a second press is no wish to finish the next occurrence. */
const isNext = (begun: TaskItem, shown: TaskItem): boolean => begun.word.occurrence !== shown.word.occurrence;

/** The change that puts it there, signed as the task is now. */
async function moved({ keyring, shown, begun, status, place, again, statuses, say, members }: Moving, now: TaskItem): Promise<AlterTask> {
  const base = { id: now.id, version: now.version };
  const finishes = status.category === "done" && categoryOf(statuses, begun) !== "done";
  if (finishes && (categoryOf(statuses, now) === "done" || now.word.occurrence !== begun.word.occurrence)) {
    const person = members.find(({ id }) => id === now.updatedBy)?.name;
    throw new AlreadyFinished(
      person
        ? say("tasks.finishedBy", "{person} already finished it", { person })
        : say("tasks.finished", "Someone already finished it"),
    );
  }
  const rank = place && (place.afterId || place.beforeId) ? [{ op: "rank" as const, ...place }] : [];
  if (now.statusId === status.id || (finishes && isNext(begun, shown))) return { id: now.id, ops: rank };
  const signed = async (statusId: string) => keyring.signAttrs("task", now, { statusId });
  if (!finishes) return { ...base, ops: rank, ...(await signed(status.id)) };

  const complete = { op: "complete" as const, outcome: status.outcome ?? "completed" };
  if (!now.recurrence) return { ...base, ops: [complete, ...rank], ...(await signed(status.id)) };
  const statusId = (await expected(now)) !== null && again ? again.id : status.id;
  // Somebody may have ticked a line since it was shown, and what is shown may not be verified yet.
  const said = (await keyring.openRecord("task", now)) as TaskPayload;
  const next = unticked(said);
  const isTicked = said.checklist?.some(({ done }) => done) ?? false;
  if (statusId === status.id || !isTicked) return { ...base, ops: [complete], ...(await signed(statusId)) };
  const sealed = await keyring.sealRecord({ kind: "task", id: now.id, payload: next, attrs: { statusId }, previous: now });
  return { ...base, ops: [complete], sealed };
}

/** Back to where it was, at its former place. */
async function back(keyring: Keyring, now: TaskItem, { statusId, word: { rank } }: TaskItem): Promise<AlterTask> {
  const attrs = await keyring.signAttrs("task", now, { statusId });
  return { id: now.id, version: now.version, ops: [{ op: "rank", rank }], ...attrs };
}

/** The server counts the next date, and this browser does: both have to find the same one. */
function tellNext(say: Say, dates: DateSettings, { title }: TaskPayload, own: string | null, { word: { nextDueOn } }: TaskItem): void {
  const day = (on: string | null) => (on ? formatDay(on, dates) : "–");
  if (own !== nextDueOn)
    tellFailure(
      say("tasks.nextWrong", "The server's next date is wrong"),
      say("tasks.nextWrongHow", "It shows {theirs}. The signed repeat rule gives {ours}.", { theirs: day(nextDueOn), ours: day(own) }),
    );
  else tell({ title: say("tasks.again", "“{title}” is done. It is due again on {day}", { title, day: day(nextDueOn) }) });
}
