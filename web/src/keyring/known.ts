/** What this device knows of objects, written down: a page that ends at once has not forgotten it. */
import type { Context } from "./context.ts";

/** A browser that keeps nothing still reads, and remembers for as long as the page is there. */
export async function writeDownKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const segments = await worker.takeKnown();
  if (segments.length > 0) await store.writeKnown(segments).catch(() => undefined);
}

/** What was known before, as soon as the device that sealed it is unlocked. */
export async function recallKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const segments = await store.readKnown().catch(() => []);
  const fewer = await worker.openKnown({ segments });
  if (fewer) await store.writeKnown(fewer, { all: true }).catch(() => undefined);
}
