/** What a move of a task signs: another status, or for one that repeats that it is open again. */
import { ToldToReader } from "../../api/failure";
import type { AlterTask } from "../../api/tasks";
import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import { dayAt } from "../../dates/days";
import type { Say } from "../../i18n/say";
import type { TaskItem } from "../../lists/kinds/task";
import type { Keyring } from "../../keyring/contract";
import { unticked, type TaskPayload } from "../../payloads/task";
import type { Person } from "../../lists/people/people";
import { continues, following } from "../../lists/tasks/recurrence";
import type { Place } from "./board";

/** Another person has completed it already. */
class AlreadyFinished extends ToldToReader {}

export interface Moving {
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

/**
 * Whether a task that is finished now comes again. By what was signed, wherever that decides it: then no count of the server's
 * ends a series or goes on with one. Only what ends after a number of times that nobody signs is as the server counts it.
 */
async function comesAgain(item: TaskItem): Promise<boolean> {
  const { recurrence, dueOn, revision } = item;
  if (!recurrence || !dueOn) return false;
  const today = dayAt(new Date(), recurrence.zone);
  const certain = await continues({ recurrence, firstDue: dueOn, revision }, today);
  return certain === "perhaps" ? (await expected(item)) !== null : certain === "yes";
}

/** When the open occurrence is closed now, the next one; null for the last, and for a task that does not repeat. */
export async function expected(item: TaskItem): Promise<string | null> {
  const { recurrence, dueOn, word: { nextDueOn, occurrence } } = item;
  if (!recurrence || !dueOn) return null;
  const today = dayAt(new Date(), recurrence.zone);
  const given = { recurrence, firstDue: dueOn, dueOn: nextDueOn ?? dueOn, today, number: occurrence };
  return (await following(given))?.on ?? null;
}

/** A removed status leads to another; of one that is not known it is taken that its tasks are open. */
export const categoryOf = (statuses: readonly StatusEntry[], { statusId }: TaskItem) => followed(statuses, statusId)?.category ?? "open";

/** Another occurrence is open by the count of the server, and something was signed since: without that nobody has finished one. */
export const isPast = (now: TaskItem, before: TaskItem): boolean => now.word.occurrence !== before.word.occurrence && now.revision > before.revision;

/** The change that puts it there, signed as the task is now. */
export async function moved({ keyring, shown, begun, status, place, again, statuses, say, members }: Moving, now: TaskItem): Promise<AlterTask> {
  const base = { id: now.id, version: now.version };
  const finishes = status.category === "done" && categoryOf(statuses, begun) !== "done";
  if (finishes && categoryOf(statuses, now) === "done") {
    // The status is signed, and so is by whom.
    const person = members.find(({ id }) => id === now.updatedBy)?.name;
    throw new AlreadyFinished(
      person
        ? say("tasks.finishedBy", "{person} already finished it", { person })
        : say("tasks.finished", "Someone already finished it"),
    );
  }
  // That it was this time of several is the server's count, and no word about anybody.
  if (finishes && isPast(now, begun)) throw new AlreadyFinished(say("tasks.finishedTold", "The server says that this time is finished already"));
  const rank = place && (place.afterId || place.beforeId) ? [{ op: "rank" as const, ...place }] : [];
  if (now.statusId === status.id || (finishes && isPast(begun, shown))) return { id: now.id, ops: rank };
  const signed = async (statusId: string) => keyring.signAttrs("task", now, { statusId });
  if (!finishes) return { ...base, ops: rank, ...(await signed(status.id)) };

  const complete = { op: "complete" as const, outcome: status.outcome ?? "completed" };
  if (!now.recurrence) return { ...base, ops: [complete, ...rank], ...(await signed(status.id)) };
  const statusId = again && (await comesAgain(now)) ? again.id : status.id;
  // Somebody may have ticked a line since it was shown, and what is shown may not be verified yet.
  const said = (await keyring.openRecord("task", now)) as TaskPayload;
  const next = unticked(said);
  const isTicked = said.checklist?.some(({ done }) => done) ?? false;
  if (statusId === status.id || !isTicked) return { ...base, ops: [complete], ...(await signed(statusId)) };
  const sealed = await keyring.sealRecord({ kind: "task", id: now.id, payload: next, attrs: { statusId }, previous: now });
  return { ...base, ops: [complete], sealed };
}
