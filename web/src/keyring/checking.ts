/** What this device has checked of the account's record, in words for people, and when it looks again by itself. */
import { logState, type Context } from "./context.ts";
import type { LogCheck } from "./contract.ts";
import { LATE_MS } from "./standing.ts";

const SKEW_MS = 10 * 60 * 1000;

/** Between two looks when the server tells of nothing: heads come every hour. */
export const LOOK_AGAIN_MS = 30 * 60 * 1000;
/** After two hours without an answer it is tried again and again. */
export const LOOK_WHEN_LATE_MS = 60 * 1000;
/** Heads follow a write within seconds. */
export const HEAD_TAKES_MS = 2000;
/** A write of this device should be in the record a minute later. */
export const LOOK_FOR_OWN_MS = 65 * 1000;

export function freshnessOf(headTime: number | null, now: number): LogCheck["freshness"] {
  if (headTime === null) return "unknown";
  if (headTime > now + SKEW_MS) return "ahead";
  return now - headTime > LATE_MS ? "late" : "current";
}

export function logCheckOf(context: Context, now = Date.now()): LogCheck {
  const { head, leaves, missing, pin } = context.report;
  return {
    checkedAt: head?.askedAt ?? null,
    headAt: head?.time ?? null,
    freshness: freshnessOf(head?.time ?? null, now),
    statements: leaves,
    keyStatements: logState(context).nextSeq,
    signer: pin && { name: pin.logName, key: pin.logKey },
    missing: [...missing],
  };
}
