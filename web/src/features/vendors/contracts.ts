/** What of a contract has to be known in time. */
import { addDays, type Day } from "../../dates/days";
import type { VendorContract } from "../../payloads/vendor";

/** The last day on which notice can be given; without an end there is none. */
export function noticeBy({ endOn, noticeDays }: VendorContract): Day | null {
  return endOn ? addDays(endOn, -(noticeDays ?? 0)) : null;
}

export type ContractStage = "running" | "ending" | "ended";

/** How long before the last day of notice people want to know. */
export const ENDING_DAYS = 60;

export function contractStage(contract: VendorContract | undefined, today: Day): ContractStage | null {
  if (!contract?.endOn) return contract ? "running" : null;
  if (contract.endOn < today) return contract.autoRenew ? "running" : "ended";
  const last = noticeBy(contract) ?? contract.endOn;
  return last <= addDays(today, ENDING_DAYS) ? "ending" : "running";
}
