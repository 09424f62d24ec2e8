/** IndexedDB as promises, and whose rows a key names. */

const UNUSABLE = "This browser cannot keep keys (private window?)";

/** The browser gives this page no storage; nothing is sent before keys can be kept. */
export class StorageRefused extends Error {
  constructor() {
    super(UNUSABLE);
    this.name = "StorageRefused";
  }
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new StorageRefused());
  });
}

export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // What is refused in it aborts it, and only then it says why.
    transaction.onabort = () => reject(transaction.error ?? new StorageRefused());
  });
}

/** All keys that begin with these members: those of a person, or of one of their accounts. */
export const keysOf = (...owner: readonly string[]) => IDBKeyRange.bound(owner, [...owner, []]);
