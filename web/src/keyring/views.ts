/** Telling the account which state this device has seen, so that readers take part in comparing histories too. */
import { changeRecord, type Context } from "./context.ts";
import { inTurn } from "./writing.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Once a day for a device that has signed nothing else: every other statement carries the view too. */
export async function tellView(context: Context, now = Date.now()): Promise<void> {
  await inTurn(context, async () => {
    // Looked at in turn: several pieces of news in a row tell it once.
    const { record, report, worker, calls } = context;
    if (!record || !report.pin) return;
    const last = Math.max(record.lastView?.at ?? 0, record.signedAt ?? 0, await worker.lastSigned());
    if (now - last < DAY_MS) return;
    const { signed, place } = await worker.signView({ previous: record.lastView });
    await calls.append([signed]);
    await changeRecord(context, { lastView: { ...place, at: now } });
  });
}

/** Keeps over reloads when this device has signed last; to the hour is enough for a question of days. */
export async function noteSigned(context: Context): Promise<void> {
  const at = await context.worker.lastSigned();
  if (at - (context.record?.signedAt ?? 0) > HOUR_MS) await changeRecord(context, { signedAt: at });
}
