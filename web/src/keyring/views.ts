/** Telling the account which state this device has seen, so that readers take part in comparing histories too. */
import { changeRecord, type Context } from "./context.ts";
import { byItself } from "./deputies.ts";
import { inTurn } from "./writing.ts";

const HOUR_MS = 60 * 60 * 1000;

/** After seven days in which this device has signed nothing else: every other statement carries the view too. */
export async function tellView(context: Context, now = Date.now()): Promise<void> {
  await inTurn(context, async () => {
    // Looked at in turn: several pieces of news in a row tell it once.
    const acting = await byItself(context, "view", { now });
    if (!acting) return;
    const { signed, place } = await acting.worker.signView({ previous: acting.record?.lastView ?? null });
    await acting.calls.append([signed]);
    await changeRecord(acting, { lastView: { ...place, at: now } });
  });
}

/** Keeps over reloads when this device has signed last; to the hour is enough for a question of days. */
export async function noteSigned(context: Context): Promise<void> {
  const at = await context.worker.lastSigned();
  if (at - (context.record?.signedAt ?? 0) > HOUR_MS) await changeRecord(context, { signedAt: at });
}
