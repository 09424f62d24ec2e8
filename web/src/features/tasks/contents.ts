/** What people write about a task: its sealed words, and what of it stands in the clear. */
import type { Day } from "../../dates/days";
import type { Clear } from "../../lists/desks/taskAttributes";
import type { Members } from "../../lists/merge";
import { withoutEmpty } from "../../payloads/base";
import type { TaskPayload } from "../../payloads/task";
import { signedRecurrence, type Recurrence } from "../../lists/tasks/recurrence";
import type { TaskItem } from "../../lists/kinds/task";
import { possible, type Reminder } from "../../lists/tasks/reminders";

export interface Contents {
  payload: TaskPayload;
  assigneeIds: string[];
  topicIds: string[];
  documentIds: string[];
  /** The day that was signed, or stands among the sealed words. When a repeating task is due next is the server's word, and no part of what is written. */
  dueOn: Day | null;
  dueTime: string | null;
  recurrence: Recurrence | null;
  reminders: Reminder[];
}

export const BLANK: Contents = {
  payload: { v: 1, title: "" },
  assigneeIds: [],
  topicIds: [],
  documentIds: [],
  dueOn: null,
  dueTime: null,
  recurrence: null,
  reminders: [],
};

export function contentsOf(item: TaskItem, payload: TaskPayload): Contents {
  const { dueOn: hidden, ...said } = payload;
  const { assigneeIds, topicIds, documentIds, dueTime, recurrence, reminders } = item;
  return { payload: said, assigneeIds, topicIds, documentIds, dueOn: item.dueOn ?? hidden ?? null, dueTime, recurrence, reminders };
}

const SET = ["assigneeIds", "topicIds", "documentIds", "dueOn", "dueTime", "recurrence", "reminders"] as const;

export const membersOf = ({ payload, ...set }: Contents): Members => ({ ...payload, ...set });

export function contentsFrom(members: Members): Contents {
  const set = Object.fromEntries(SET.map((name) => [name, members[name] ?? BLANK[name]]));
  const payload = Object.fromEntries(Object.entries(members).filter(([name]) => !SET.some((one) => one === name)));
  return { ...(set as Omit<Contents, "payload">), payload: payload as unknown as TaskPayload };
}

/** As it is saved: without what was left empty, and without what goes only with a day. */
export function tidied({ payload, dueOn, dueTime, recurrence, reminders, ...rest }: Contents): Contents {
  return {
    ...rest,
    payload: withoutEmpty(payload),
    dueOn,
    dueTime: dueOn ? dueTime : null,
    recurrence: dueOn ? recurrence : null,
    reminders: possible(reminders, dueOn),
    assigneeIds: [...rest.assigneeIds].sort(),
    topicIds: [...rest.topicIds].sort(),
    documentIds: [...rest.documentIds].sort(),
  };
}

/** What of it differs from the item as it stands, by the names that are signed. */
export function changedFrom(item: TaskItem, contents: Contents): Partial<Clear> {
  const before = contentsOf(item, { v: 1, title: "" });
  const same = (name: (typeof SET)[number]) => JSON.stringify(before[name]) === JSON.stringify(contents[name]);
  return Object.fromEntries(SET.filter((name) => !same(name)).map((name) => [name, contents[name]]));
}

/** When it is due and how it comes again, as this person has changed it. */
export const changesDates = (item: TaskItem, contents: Contents): boolean =>
  (["dueOn", "dueTime", "recurrence", "reminders"] as const).some((name) => name in changedFrom(item, contents));

/**
 * Whether another repetition needs another day with it: what is due now was counted by the one that goes, and nobody has
 * signed that day. The server refuses it otherwise; that the task has come again is its word, and decides on a hint alone.
 */
export function needsDay({ dueOn, recurrence, word: { nextDueOn } }: TaskItem, contents: Contents): boolean {
  const signed = (one: Recurrence | null) => one && signedRecurrence(one);
  return nextDueOn !== null && dueOn !== null && contents.dueOn === dueOn && signed(contents.recurrence) !== signed(recurrence);
}

/** The same where the account keeps dates from the server: the day is among the sealed words, and nothing follows from it. */
export function hidden(contents: Contents): Contents {
  const { payload, dueOn } = contents;
  return { ...contents, payload: dueOn ? { ...payload, dueOn } : payload, dueOn: null, dueTime: null, recurrence: null, reminders: [] };
}

/** The account keeps dates from the server, and the server says so. */
export const keepsDates = (failure: { reason?: string } | null): boolean => failure?.reason === "disclosure_off";
