/** Browser storage that begins as a copy of another: many tests go on from one browser that was set up once. */
import { IDBFactory } from "fake-indexeddb";

const settled = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new Error("The storage failed."));
});

function opened(factory: IDBFactory, name: string, version: number, upgrade: (database: IDBDatabase) => void = () => undefined): Promise<IDBDatabase> {
  const request = factory.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  return settled(request);
}

/** Databases whose records stand under keys of their own, as the keyring has them. */
export async function copyOf(from: IDBFactory): Promise<IDBFactory> {
  const copy = new IDBFactory();
  for (const { name = "", version = 1 } of await from.databases()) {
    const source = await opened(from, name, version);
    const stores = [...source.objectStoreNames];
    const target = await opened(copy, name, version, (database) => { for (const store of stores) database.createObjectStore(store); });
    for (const store of stores) {
      const all = source.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([settled(all.getAllKeys()), settled(all.getAll())]);
      const kept = target.transaction(store, "readwrite").objectStore(store);
      await Promise.all(keys.map((key, i) => settled(kept.put(values[i], key))));
    }
    source.close();
    target.close();
  }
  return copy;
}
