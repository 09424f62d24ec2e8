/** How soon a document expires, in the steps that people plan by. */
import { addDays, type Day } from "../../dates/days";
import type { Say } from "../../i18n/say";
import { stageWord, withinWord } from "./words";

export type Period = "expired" | "30" | "90" | "later";

const IN_ORDER: readonly Period[] = ["expired", "30", "90", "later"];

/** Where one period ends and the next begins. */
export const steps = (today: Day): Day[] => [today, addDays(today, 31), addDays(today, 91)];

/** The period of the days that have reached so many steps. */
export const periodAt = (reached: number): Period => IN_ORDER[reached] ?? "later";

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
