/** When people are reminded of a task: some time before it is due, or at a moment of its own. */
import type { DateSettings } from "../../dates/days";
import { formatMoment } from "../../dates/moments";
import type { Say } from "../../i18n/say";
import type { Reminder } from "../../lists/tasks/reminders";

export const MOST_REMINDERS = 5;
/** A task without a time is due in the course of its day: reminders count from this hour. */
export const MORNING = "09:00";

const [HOUR, DAY, WEEK] = [60, 24 * 60, 7 * 24 * 60];
/** Minutes before it is due, as the form offers them. */
const USUAL = [0, 10, HOUR, DAY, 2 * DAY, WEEK];
const USUAL_OF_DAYS = USUAL.filter((minutes) => minutes % DAY === 0);
export const usual = (dueTime: string | null): readonly number[] => (dueTime === null ? USUAL_OF_DAYS : USUAL);

/** How long before. Where there is no time, days end in the morning. */
export function beforeWord(say: Say, minutes: number, dueTime: string | null): string {
  if (dueTime === null && minutes % DAY === 0)
    return say("reminder.days", "{count, plural, =0 {On the day, {time}} one {# day before, {time}} other {# days before, {time}}}", { count: minutes / DAY, time: MORNING });
  if (minutes === 0) return say("reminder.atDue", "When it is due");
  if (minutes % DAY === 0) return say("reminder.daysBefore", "{count, plural, one {# day before} other {# days before}}", { count: minutes / DAY });
  if (minutes % HOUR === 0) return say("reminder.hoursBefore", "{count, plural, one {# hour before} other {# hours before}}", { count: minutes / HOUR });
  return say("reminder.minutesBefore", "{count, plural, one {# minute before} other {# minutes before}}", { count: minutes });
}

export const channelWord = (say: Say, channel: Reminder["channel"]): string =>
  channel === "email" ? say("reminder.email", "Also email") : say("reminder.inapp", "In Coffer");

export function reminderWord(say: Say, { at, minutesBefore, channel }: Reminder, dueTime: string | null, dates: DateSettings): string {
  const when = at ? formatMoment(at, dates) : beforeWord(say, minutesBefore ?? 0, dueTime);
  return channel === "email" ? `${when} · ${channelWord(say, channel)}` : when;
}
