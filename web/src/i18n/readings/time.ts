/** A time of day, as `14:30`: also typed as `9`, `930`, `9.30` or `2:30 pm`. */
import type { Say } from "../say";
import { toLatinDigits } from "./digits";
import { reading, type Reading } from "./reading";

const FORM = /^(\d{1,2})(?:[:.h\s]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;

export function readTime(text: string): string | null {
  const match = FORM.exec(toLatinDigits(text).trim());
  if (!match) return null;
  const [, hours = "", minutes = "00", half] = match;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

export const timeReading = (say: Say, text: string): Reading<string> =>
  reading(text, readTime, () => say("time.wrong", "Enter a valid time, such as 14:30, 930 or 2:30 pm."));
