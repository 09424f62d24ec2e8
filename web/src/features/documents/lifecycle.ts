/** Where a document stands in its life: from its state, its last day and today. Never stored, so right at midnight. */
import { daysBetween, type Day } from "../../dates/days";

export type Stage = "draft" | "active" | "expiring" | "expired" | "archived";

/** The widest stage at which people are reminded. */
export const EXPIRING_DAYS = 90;

export function stageOf(state: string, expiresOn: Day | null | undefined, today: Day): Stage {
  if (state === "draft" || state === "archived") return state;
  if (!expiresOn) return "active";
  const left = daysBetween(today, expiresOn);
  if (left < 0) return "expired";
  return left <= EXPIRING_DAYS ? "expiring" : "active";
}
