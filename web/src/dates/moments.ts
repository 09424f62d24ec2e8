/** Moments: what the server stamps. Shown in the zone of the account, with the distance from now beside it. */
import { dayAt, formatDay, latin, type DateSettings } from "./days";
import { distancesIn, numbersIn } from "./amounts";
import { datesIn } from "./formats";

export function formatTime(moment: string, { language, zone }: DateSettings, seconds = false): string {
  return datesIn(latin(language), {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? { second: "2-digit" } : {}),
    hourCycle: "h23",
  }).format(new Date(moment));
}

export const formatMoment = (moment: string, settings: DateSettings, seconds = false): string =>
  `${formatDay(dayAt(new Date(moment), settings.zone), settings)} ${formatTime(moment, settings, seconds)}`;

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "4 minutes ago", "yesterday"; under a minute it is now. */
export function relativeMoment(moment: string, now: Date, language: string): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  const words = distancesIn(latin(language), { numeric: "auto", style: "short" });
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : words.format(0, "second");
}

/** "23h 41m" */
export function formatSpan(milliseconds: number, language: string): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const unit = (value: number, name: "hour" | "minute") =>
    numbersIn(latin(language), { style: "unit", unit: name, unitDisplay: "narrow" }).format(value);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${unit(hours, "hour")} ${unit(minutes % 60, "minute")}` : unit(minutes, "minute");
}

export { latin };
