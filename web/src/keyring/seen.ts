/** The newest revisions that this device has verified, written down: a page that ends at once has not forgotten them. */
import type { Context } from "./context.ts";

/** A browser that keeps nothing still reads, and remembers for as long as the page is there. */
export async function writeDownSeen({ store, worker }: Pick<Context, "store" | "worker">): Promise<void> {
  const floors = await worker.takeSeen();
  if (floors.length > 0) await store.writeSeen(floors).catch(() => undefined);
}
