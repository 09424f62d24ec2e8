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

/** Everything that the browser keeps on disk for this site, as text: databases, local and session storage. */
export function storageOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("The database does not answer."));
      });
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const part of database.objectStoreNames) {
        const store = database.transaction(part).objectStore(part);
        kept.push(name, await answer(store.getAllKeys()), await answer(store.getAll()));
      }
      database.close();
    }
    // Bytes as the letters they might be.
    return JSON.stringify(kept, (_key, value: unknown) => {
      if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) return value;
      return new TextDecoder("latin1").decode(value);
    });
  });
}
