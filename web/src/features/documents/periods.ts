/** How soon a document expires, in the steps that people plan by. */
import { daysBetween, type Day } from "../../dates/days";
import type { Say } from "../../i18n/say";
import { stageWord, withinWord } from "./words";

export type Period = "expired" | "30" | "90" | "later";

export function periodOf(expiresOn: Day, today: Day): Period {
  const left = daysBetween(today, expiresOn);
  if (left < 0) return "expired";
  if (left <= 30) return "30";
  return left <= 90 ? "90" : "later";
}

export function periodWord(say: Say, period: Period): string {
  switch (period) {
    case "expired":
      return stageWord(say, "expired");
    case "30":
    case "90":
      return withinWord(say, period);
    case "later":
      return say("expiring.later", "Later");
  }
}
