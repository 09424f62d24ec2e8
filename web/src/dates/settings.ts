/** How an account writes days: the part that every page needs, without the arithmetic. */
import { datesIn } from "./formats";

/** A day as `2026-01-31`. */
export type Day = string;
export type DateOrder = "ddmmyyyy" | "mmddyyyy" | "yyyymmdd";
export type DateSeparator = "/" | "-" | "." | " ";

export interface DateSettings {
  dateFormat: DateOrder;
  dateInputFormat: DateOrder;
  dateSeparator: DateSeparator;
  language: string;
  zone: string;
}

export const DEFAULT_DATES: DateSettings = {
  dateFormat: "ddmmyyyy",
  dateInputFormat: "ddmmyyyy",
  dateSeparator: "/",
  language: "en",
  zone: "UTC",
};

/** What a browser says that was never told where it is; no server knows these as time zones. */
const NAMELESS = /^(?:Etc\/Unknown$|[+-])/;

export function zoneOfBrowser(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone && !NAMELESS.test(timeZone) ? timeZone : null;
}

/** The day it is in a zone at a moment. */
export function dayAt(moment: Date, zone: string): Day {
  const parts = datesIn("en-CA-u-ca-gregory", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Arabic uses Latin digits by default. */
export const latin = (language: string): string => (language.startsWith("ar") ? `${language}-u-nu-latn` : language);
