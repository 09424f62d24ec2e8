/** Reminders of a task as they are signed (`domain.md` section 2): a line each, sorted. */

export interface Reminder {
  id: string;
  channel: "inapp" | "email";
  /** RFC 3339; or before the task is due. */
  at?: string | null;
  minutesBefore?: number | null;
}

const lineOf = ({ id, channel, at, minutesBefore }: Reminder): string => `${id} ${channel} ${at ?? minutesBefore ?? 0}`;

/** Nothing is signed where there are none. */
export const signedReminders = (reminders: readonly Reminder[]): string | null =>
  reminders.length > 0 ? reminders.map(lineOf).sort().join("\n") : null;

/** A line that does not have the form is none. */
export function readReminders(signed: string | null): Reminder[] {
  return (signed ?? "").split("\n").flatMap((line) => {
    const [id, channel, when, ...more] = line.split(" ");
    if (!id || !when || more.length > 0 || (channel !== "inapp" && channel !== "email")) return [];
    return [/^\d+$/.test(when) ? { id, channel, minutesBefore: Number(when) } : { id, channel, at: when }];
  });
}

/** Those that can come: before a day that is not there nothing does. */
export const possible = (reminders: readonly Reminder[], dueOn: string | null): Reminder[] =>
  reminders.filter(({ at }) => dueOn !== null || Boolean(at)).sort((one, other) => (one.id < other.id ? -1 : 1));
