/** Tasks as the screens show them: opened, in the status they are in, and due when they are due. */
import { useMemo } from "react";

import { followed } from "../boards/followed";
import { useStatuses, type StatusEntry } from "../boards/statuses";
import { addDays, type DateSettings, type Day } from "../../dates/days";
import { formatTime } from "../../dates/moments";
import { useRows, type Making, type Rows } from "../list/useRows";
import type { OpenedItem } from "../opening";
import type { TaskPayload } from "../../payloads/task";
import { useDates, useToday } from "../../session/useSession";
import type { TaskAnswer, TaskWord } from "../../api/tasks";
import type { Category } from "../kinds/board";
import type { Signed } from "./recurrence";
import { NO_TASK_WORD, TASK, type TaskFacts, type TaskItem } from "../kinds/task";

export interface TaskRow extends OpenedItem<TaskItem, TaskPayload> {
  /** Null while this device has not opened it. */
  title: string | null;
  /** Where readers see it: a removed status leads to another. */
  statusId: string;
  rank: string;
  /** Of its status. */
  category: Category;
  due: Due | null;
}

export interface Due {
  on: Day;
  /** Only with a day. */
  time: string | null;
  when: "overdue" | "today" | "tomorrow" | "later";
  /** No longer open. */
  over: boolean;
  /** Of which the server alone says that it is the next one: by what was signed of the task. */
  told: Repeating | null;
}

/** What was signed of a task that repeats, and the next date that the server names. */
export interface Repeating extends Signed {
  nextDueOn: Day;
}

type Dated = Pick<TaskItem, "recurrence" | "dueOn" | "dueTime" | "word" | "revision">;

/** Only of what repeats by its own signed rule does the server know a later day than the signed one. */
export function repeatingOf({ recurrence, dueOn, word: { nextDueOn }, revision }: Omit<Dated, "dueTime">): Repeating | null {
  return recurrence && dueOn && nextDueOn && nextDueOn !== dueOn ? { recurrence, firstDue: dueOn, revision, nextDueOn } : null;
}

/** What is due now, and whether that is past, by the clock of the account. */
export function dueOf(item: Dated, payload: TaskPayload | null, category: Category, today: Day, now: string): Due | null {
  const told = repeatingOf(item);
  const on = told?.nextDueOn ?? item.dueOn ?? payload?.dueOn ?? null;
  if (on === null) return null;
  const time = item.dueTime;
  const over = category === "done";
  const past = on < today || (on === today && time !== null && time < now);
  const when = past && !over ? "overdue" : on === today ? "today" : on === addDays(today, 1) ? "tomorrow" : "later";
  return { on, time, when, over, told };
}

/** The time of day of the account. */
export const clock = (dates: DateSettings): string => formatTime(new Date().toISOString(), dates);

export function useTaskRows(answers: readonly TaskAnswer[] | undefined): Rows<TaskRow> {
  const dates = useDates();
  const today = useToday();
  const statuses = useStatuses();
  const making = useMemo<Making<TaskWord, TaskFacts, TaskPayload, TaskRow>>(
    () => ({ of: TASK, nothing: NO_TASK_WORD, rowOf: (one) => rowOf(one, statuses ?? [], today, clock(dates)) }),
    [statuses, today, dates],
  );
  return useRows(making, answers);
}

export function rowOf(
  one: OpenedItem<TaskItem, TaskPayload>,
  statuses: readonly StatusEntry[],
  today: Day,
  now: string,
): TaskRow {
  const { item, opening } = one;
  const payload = opening.name === "open" ? opening.payload : null;
  const status = followed(statuses, item.statusId);
  const category = status?.category ?? "open";
  return {
    ...one,
    title: payload?.title ?? null,
    statusId: status?.id ?? item.statusId,
    rank: item.word.rank,
    category,
    due: dueOf(item, payload, category, today, now),
  };
}
