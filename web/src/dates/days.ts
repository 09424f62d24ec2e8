/** Days without a time, written and read the way an account wants them. They never pass through a zone. */
import { toLatinDigits } from "../i18n/readings/digits";
import { distancesIn } from "./amounts";
import { datesIn } from "./formats";
import { latin, type DateOrder, type DateSettings, type Day } from "./settings";

export * from "./settings";

const ORDERS: Record<DateOrder, readonly ["d" | "m" | "y", "d" | "m" | "y", "d" | "m" | "y"]> = {
  ddmmyyyy: ["d", "m", "y"],
  mmddyyyy: ["m", "d", "y"],
  yyyymmdd: ["y", "m", "d"],
};

const DAY_MS = 86_400_000;

/** Midnight of the day, where every day has 24 hours. */
const midnight = (day: Day): number => Date.parse(`${day}T00:00Z`);
const dayOf = (moment: number): Day => new Date(moment).toISOString().slice(0, "yyyy-mm-dd".length);

export function formatDay(day: Day, { dateFormat, dateSeparator }: Pick<DateSettings, "dateFormat" | "dateSeparator">) {
  const [y = "", m = "", d = ""] = day.split("-");
  const parts = { y, m, d };
  return ORDERS[dateFormat].map((part) => parts[part]).join(dateSeparator);
}

/** With the month in words, which nobody reads in two ways. */
export const dayInWords = (day: Day, language: string): string =>
  datesIn(`${latin(language)}${language.startsWith("ar") ? "-ca-gregory" : "-u-ca-gregory"}`, { dateStyle: "long", timeZone: "UTC" }).format(midnight(day));

export const addDays = (day: Day, days: number): Day => dayOf(midnight(day) + days * DAY_MS);
export const daysBetween = (from: Day, to: Day): number => (midnight(to) - midnight(from)) / DAY_MS;

/** "in 41 days", "18 days ago", "in 10 months": the unit grows with the distance. */
export function relativeDay(day: Day, today: Day, language: string): string {
  const days = daysBetween(today, day);
  const words = distancesIn(language, { numeric: "auto" });
  const distance = Math.abs(days);
  if (distance < 60) return words.format(days, "day");
  if (distance < 700) return words.format(Math.round(days / 30.44), "month");
  return words.format(Math.round(days / 365.25), "year");
}

/** What a person may write for a day near today, in every language we ship. */
const NEAR: ReadonlyMap<string, number> = new Map(Object.entries({
  today: 0, tomorrow: 1, yesterday: -1,
  heute: 0, morgen: 1, gestern: -1,
  "aujourd’hui": 0, "aujourd'hui": 0, demain: 1, hier: -1,
  hoy: 0, mañana: 1, ayer: -1,
  اليوم: 0, غدا: 1, غدًا: 1, أمس: -1,
}));

/** Two digits mean the year that is nearest: up to 50 years ahead, else the past. */
function fullYear(digits: string, today: Day): number {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  const now = Number(today.slice(0, 4));
  const candidate = now - (now % 100) + year;
  if (candidate - now > 50) return candidate - 100;
  return now - candidate > 49 ? candidate + 100 : candidate;
}

/**
 * Understands what was typed, or says `null`.
 *
 * Besides the order of the account it takes `2027-01-14`, `+30`, `tomorrow`, two-digit years and digits
 * without anything between them.
 */
export function readDay(text: string, order: DateOrder, today: Day): Day | null {
  const typed = toLatinDigits(text).trim().toLowerCase();
  if (!typed) return null;

  const near = NEAR.get(typed);
  if (near !== undefined) return addDays(today, near);

  const offset = /^([+-])\s?(\d{1,5})$/.exec(typed);
  if (offset) return addDays(today, Number(offset[2]) * (offset[1] === "-" ? -1 : 1));

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));

  const parts = split(typed, order);
  if (!parts) return null;
  const by = Object.fromEntries(ORDERS[order].map((part, place) => [part, parts[place] ?? ""]));
  return day(fullYear(by["y"] ?? "", today), Number(by["m"]), Number(by["d"]));
}

function split(typed: string, order: DateOrder): string[] | null {
  if (/^\d+$/.test(typed)) {
    if (typed.length !== 8 && typed.length !== 6) return null;
    let at = 0;
    return ORDERS[order].map((part) => {
      const length = part === "y" ? typed.length - 4 : 2;
      return typed.slice(at, (at += length));
    });
  }
  const parts = typed.split(/[\s./,-]+/).filter(Boolean);
  const isWritten = (part: string, place: number) => (ORDERS[order][place] === "y" ? /^(\d{2}|\d{4})$/ : /^\d{1,2}$/).test(part);
  return parts.length === 3 && parts.every(isWritten) ? parts : null;
}

/** Written as days are, whether there is such a day or not. */
export function looksLikeDay(text: string, order: DateOrder): boolean {
  const typed = toLatinDigits(text).trim();
  return /^\d{4}-\d{1,2}-\d{1,2}$/.test(typed) || split(typed, order) !== null;
}

function day(year: number, month: number, date: number): Day | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || date < 1 || date > 31) return null;
  const [y, m, d] = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(date).padStart(2, "0")];
  const written = `${y}-${m}-${d}`;
  // The 31st of February would become a day of March; we ask again instead.
  const moment = midnight(written);
  return !Number.isNaN(moment) && dayOf(moment) === written ? written : null;
}
