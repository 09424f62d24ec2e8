/** What the app keeps in its store, read where React keeps it: the product has no door for tests. */
import type { Page } from "@playwright/test";

interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: { store?: { getState?: () => unknown } } | null;
}

/** The whole state as JSON. */
export function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.getElementById("root");
    const name = root && Object.keys(root).find((key) => key.startsWith("__reactContainer$"));
    if (!root || !name) throw new Error("React draws nothing here.");
    const waiting: (Fiber | null)[] = [(root as unknown as Record<string, Fiber>)[name] ?? null];
    while (waiting.length > 0) {
      const fiber = waiting.pop();
      if (!fiber) continue;
      const store = fiber.memoizedProps?.store;
      if (store?.getState) return JSON.stringify(store.getState());
      waiting.push(fiber.sibling, fiber.child);
    }
    throw new Error("No store is given to the components.");
  });
}
