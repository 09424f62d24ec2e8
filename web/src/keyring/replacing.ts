/** A device that a recovery key brought in, and that has not taken the place of the old one yet. */
import { logState, type Context } from "./context.ts";
import { isConfirmed } from "./store.ts";

/** The device to take over from. A recovery goes on only in an account that something vouches for. */
export function deviceToReplace(context: Context): string | null {
  const { record } = context;
  const old = record?.recovered;
  if (!record || old === undefined || !isConfirmed(record)) return null;
  return logState(context).devices[old]?.state === "active" ? old : null;
}

export const isReplacing = (context: Context): boolean => deviceToReplace(context) !== null;
