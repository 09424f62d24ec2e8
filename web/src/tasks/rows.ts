/** Tasks as the screens show them: opened, in the status they are in, and due when they are due. */
import { useMemo } from "react";

import { followed, useStatuses, type StatusEntry } from "../boards/statuses";
import { addDays, type DateSettings, type Day } from "../dates/days";
import { formatTime } from "../dates/moments";
import { useOpenedItems, type Asked, type OpenedItem } from "../items/opening";
import type { TaskPayload } from "../payloads/task";
import { useDates, useToday } from "../session/useSession";
import type { TaskAnswer, TaskWord } from "../api/tasks";
import type { Category } from "../items/kinds/board";
import { TASK, type TaskFacts, type TaskItem } from "../items/kinds/task";

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
}

type Dated = Pick<TaskItem, "recurrence" | "dueOn" | "dueTime" | "word">;

/** The day of the open occurrence. Only of what repeats by its own signed rule does the server know a later one. */
export const openDueOn = ({ recurrence, dueOn, word }: Pick<Dated, "recurrence" | "dueOn" | "word">): string | null =>
  (recurrence ? word.nextDueOn : null) ?? dueOn;

/** What is due now, and whether that is past, by the clock of the account. */
export function dueOf(item: Dated, payload: TaskPayload | null, category: Category, today: Day, now: string): Due | null {
  const on = openDueOn(item) ?? payload?.dueOn ?? null;
  if (on === null) return null;
  const time = item.dueTime;
  const over = category === "done";
  const past = on < today || (on === today && time !== null && time < now);
  const when = past && !over ? "overdue" : on === today ? "today" : on === addDays(today, 1) ? "tomorrow" : "later";
  return { on, time, when, over };
}

const NO_WORD: TaskWord = { rank: "", hiddenBy: null, occurrence: 1, nextDueOn: null, closedAt: null, commentCount: 0 };

const clock = (dates: DateSettings): string => formatTime(new Date().toISOString(), dates);

export function useTaskRows(answers: readonly TaskAnswer[] | undefined, { askedAt, id }: Asked = {}): TaskRow[] | undefined {
  const dates = useDates();
  const today = useToday();
  const statuses = useStatuses();
  const whole = useMemo(() => ({ askedAt, id, nothing: NO_WORD }), [askedAt, id]);
  const opened = useOpenedItems<TaskWord, TaskFacts, TaskPayload>(TASK, answers, whole);
  return useMemo(() => opened?.map((one) => rowOf(one, statuses ?? [], today, clock(dates))), [opened, statuses, today, dates]);
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
