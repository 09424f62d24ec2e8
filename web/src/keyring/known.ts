/** What this device knows of objects, and what was shown to it wrongly: a page that ends at once has forgotten neither. */
import type { Context } from "./context.ts";

/** A browser that keeps nothing still reads, and remembers for as long as the page is there. */
export async function writeDownKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const kept = await worker.takeFresh();
  if (kept.known.length + kept.alarms.length > 0) await store.writeKept(kept).catch(() => undefined);
}

/** What was known before, as soon as the device that sealed it is unlocked. */
export async function recallKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const kept = await store.readKept().catch(() => ({ known: [], alarms: [] }));
  const fewer = await worker.openKept(kept);
  if (fewer.known ?? fewer.alarms) await store.writeKept(fewer, { all: true }).catch(() => undefined);
}
