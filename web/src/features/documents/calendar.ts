/** The days on which documents expire as an iCalendar file: made on this device, because only it can read the titles. */
import { addDays, type Day } from "../../dates/days";

export interface CalendarEvent {
  id: string;
  day: Day;
  summary: string;
}

const LINE_BYTES = 75;
const REMIND_DAYS = [30, 7];

const compact = (day: Day) => day.replaceAll("-", "");
const stamp = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Commas, semicolons and line ends have a meaning of their own there. */
const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n|\r/g, "\\n");

/** Lines are counted in bytes, and no character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > LINE_BYTES) {
      out += "\r\n ";
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}

function eventLines({ id, day, summary }: CalendarEvent, now: Date): string[] {
  const alarms = REMIND_DAYS.flatMap((days) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(summary)}`,
    `TRIGGER:-P${days}D`,
    "END:VALARM",
  ]);
  return [
    "BEGIN:VEVENT",
    // The same document stays one entry, however often it is exported.
    `UID:${id}@coffer`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    "TRANSP:TRANSPARENT",
    ...alarms,
    "END:VEVENT",
  ];
}

export function calendarOf(events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Coffer//Documents//EN",
    ...events.flatMap((event) => eventLines(event, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
