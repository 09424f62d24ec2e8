/** Moments of reminders by the clock of the account, whichever zone the browser is in. */
import { parseDateTime } from "@internationalized/date";

import { dayAt, type DateSettings, type Day } from "../../dates/days";
import { formatTime } from "../../dates/moments";

export const momentOf = (day: Day, time: string, zone: string): string => parseDateTime(`${day}T${time}`).toDate(zone).toISOString();

export const partsOf = (at: string, dates: DateSettings): { day: Day; time: string } => ({ day: dayAt(new Date(at), dates.zone), time: formatTime(at, dates) });
