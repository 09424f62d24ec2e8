/** A day, typed in one of the ways that fields take. */
import { formatDay, looksLikeDay, readDay, type DateSettings, type Day } from "../../dates/days";
import type { Say } from "../say";
import { reading, type Reading } from "./reading";

export function dayReading(say: Say, text: string, { dateInputFormat, dateSeparator }: DateSettings, today: Day): Reading<Day> {
  const example = formatDay("2027-01-14", { dateFormat: dateInputFormat, dateSeparator });
  return reading(
    text,
    (typed) => readDay(typed, dateInputFormat, today),
    () =>
      looksLikeDay(text, dateInputFormat)
        ? say("date.noSuchDay", "This date does not exist. Enter one such as {example}, 2027-01-14, +30 or tomorrow.", { example })
        : say("date.wrong", "Enter a valid date, such as {example}, 2027-01-14, +30 or tomorrow.", { example }),
  );
}
