/** Tasks as the screens show them: opened, in the status they are in, and due when they are due. */
import { useMemo } from "react";

import type { TaskItem } from "../api/tasks";
import { followed, useStatuses, type StatusEntry } from "../boards/statuses";
import { addDays, type DateSettings, type Day } from "../dates/days";
import { formatTime } from "../dates/moments";
import { useOpenedItems, type OpenedItem } from "../items/opening";
import type { TaskPayload } from "../payloads/task";
import { useDates, useToday } from "../session/useSession";

export interface TaskRow extends OpenedItem<TaskItem, TaskPayload> {
  /** Null while this device has not opened it. */
  title: string | null;
  /** Where readers see it: a removed status leads to another. */
  statusId: string;
  rank: string;
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

/** What is due now, and whether that is past, by the clock of the account. */
export function dueOf(item: TaskItem, payload: TaskPayload | null, today: Day, now: string): Due | null {
  const on = item.nextDueOn ?? item.dueOn ?? payload?.dueOn ?? null;
  if (on === null) return null;
  const time = item.dueTime ?? null;
  const over = item.category === "done";
  const past = on < today || (on === today && time !== null && time < now);
  const when = past && !over ? "overdue" : on === today ? "today" : on === addDays(today, 1) ? "tomorrow" : "later";
  return { on, time, when, over };
}

const clock = (dates: DateSettings): string => formatTime(new Date().toISOString(), dates);

export function useTaskRows(items: readonly TaskItem[] | undefined): TaskRow[] | undefined {
  const dates = useDates();
  const today = useToday();
  const statuses = useStatuses();
  const opened = useOpenedItems<TaskItem, TaskPayload>("task", items);
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
  const statusId = followed(statuses, item.statusId)?.id ?? item.statusId;
  return { ...one, title: payload?.title ?? null, statusId, rank: item.rank, due: dueOf(item, payload, today, now) };
}
