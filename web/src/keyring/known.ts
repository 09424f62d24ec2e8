/** What this device knows of objects, and what was shown to it wrongly: a page that ends at once has forgotten neither. */
import type { Context } from "./context.ts";
import { KEPT } from "./store.ts";

/** A browser that keeps nothing still reads, and remembers for as long as the page is there. */
export async function writeDownKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const kept = await worker.takeFresh();
  const { titlesAnew, ...fresh } = kept;
  if (titlesAnew || Object.values(fresh).some((segments) => segments.length > 0)) {
    await store.writeKept(fresh, titlesAnew ? ["titles"] : []).catch(() => undefined);
  }
}

/** What was known before, as soon as the device that sealed it is unlocked. */
export async function recallKnown({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const kept = await store.readKept().catch(() => ({ known: [], alarms: [], titles: [], agreed: [], disclosed: [], names: [] }));
  const fewer = await worker.openKept(kept);
  const anew = KEPT.filter((part) => fewer[part]);
  if (anew.length > 0) await store.writeKept(fewer, anew).catch(() => undefined);
}
