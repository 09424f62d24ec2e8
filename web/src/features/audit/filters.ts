/** What narrows the log, as it stands in the address: ids, days and words of our own, never decrypted text. */
import { parseDate } from "@internationalized/date";

import type { AuditEntry, AuditFilter } from "../../api/oversight";
import { addDays, type Day } from "../../dates/days";
import { ACTION_GROUPS, isActionGroup, type ActionGroup } from "./actionGroups";

export const OUTCOMES = ["success", "failure", "denied"] as const satisfies readonly AuditEntry["outcome"][];
export type Outcome = (typeof OUTCOMES)[number];

export interface AuditQuery {
  actorId: string | null;
  targetId: string | null;
  groups: ActionGroup[];
  outcome: Outcome | null;
  /** The first and the last day shown. */
  from: Day | null;
  to: Day | null;
}

export function readQuery(query: URLSearchParams): AuditQuery {
  return {
    actorId: query.get("actor"),
    targetId: query.get("target"),
    groups: (query.get("actions") ?? "").split(",").filter(isActionGroup),
    outcome: OUTCOMES.find((outcome) => outcome === query.get("outcome")) ?? null,
    from: dayIn(query.get("from")),
    to: dayIn(query.get("to")),
  };
}

function dayIn(text: string | null): Day | null {
  try {
    return text === null ? null : parseDate(text).toString();
  } catch {
    return null;
  }
}

export const isNarrowed = ({ actorId, targetId, groups, outcome, from, to }: AuditQuery): boolean =>
  groups.length > 0 || [actorId, targetId, outcome, from, to].some((part) => part !== null);

/** Days of the account become moments: the last day ends when the next one begins. */
export function filterOf(query: AuditQuery, zone: string): AuditFilter {
  const { actorId, targetId, groups, outcome, from, to } = query;
  return {
    ...(actorId ? { actorId } : {}),
    ...(targetId ? { targetId } : {}),
    ...(outcome ? { outcome } : {}),
    ...(groups.length > 0 ? { actions: groups.flatMap((group) => [...ACTION_GROUPS[group]]) } : {}),
    ...(from ? { from: startOf(from, zone) } : {}),
    ...(to ? { to: startOf(addDays(to, 1), zone) } : {}),
  };
}

/** The moment at which a day begins in a zone. */
export function startOf(day: Day, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at the guess can differ from the one at midnight on days when clocks change, so it is asked twice.
  const guess = midnight - offsetAt(midnight, zone);
  return new Date(midnight - offsetAt(guess, zone)).toISOString();
}

function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US-u-ca-gregory", {
    timeZone: zone, hourCycle: "h23",
    year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - Math.floor(moment / 1000) * 1000;
}
