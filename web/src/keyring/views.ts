/** Telling the account which state this device has seen, so that readers take part in comparing histories too. */
import { changeRecord, inTurn, type Context } from "./context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Once a day for a device that has signed nothing else. */
export async function tellView(context: Context, now = Date.now()): Promise<void> {
  await inTurn(context, async () => {
    // Looked at in turn: several pieces of news in a row tell it once.
    const { record, report, worker, calls } = context;
    if (!record || !report.pin || (record.lastView && now - record.lastView.at < DAY_MS)) return;
    const { signed, place } = await worker.signView({ previous: record.lastView });
    await calls.append([signed]);
    await changeRecord(context, { lastView: { ...place, at: now } });
  });
}
