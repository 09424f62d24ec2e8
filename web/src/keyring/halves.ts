/**
 * The halves of unlock caches that lie on this disk.
 *
 * The crypto worker draws, writes and reads them, and hands none of them out; a page throws them away.
 */
import type { Bytes } from "../crypto/bytes.ts";
import { committed, keysOf, settled } from "./storage.ts";

const NAME = "coffer-unlock-v1";
const HALVES = "halves";

/** Which cache: each has a half of its own, so that the one before it opens until the next is in place. */
export interface CachePlace {
  readonly user: string;
  readonly account: string;
  readonly createdAt: number;
}

const keyOf = ({ user, account, createdAt }: CachePlace) => [user, account, createdAt];

async function within<T>(factory: IDBFactory, mode: IDBTransactionMode, work: (halves: IDBObjectStore) => T): Promise<T> {
  const request = factory.open(NAME, 1);
  request.onupgradeneeded = () => { request.result.createObjectStore(HALVES); };
  const database = await settled(request);
  try {
    const transaction = database.transaction(HALVES, mode, { durability: "strict" });
    const done = committed(transaction);
    const found = work(transaction.objectStore(HALVES));
    await done;
    return found;
  } finally {
    database.close();
  }
}

/** Of one person in one account, or of one person in all of them. */
export async function dropHalves(factory: IDBFactory, ...owner: readonly string[]): Promise<void> {
  await within(factory, "readwrite", (halves) => halves.delete(keysOf(...owner)));
}

/** What the worker does with them. */
export function keepHalves(factory: IDBFactory) {
  return {
    write: async (place: CachePlace, half: Bytes): Promise<void> => {
      await within(factory, "readwrite", (halves) => halves.put(half, keyOf(place)));
    },

    read: async (place: CachePlace): Promise<Bytes | null> => {
      const { result } = await within(factory, "readonly", (halves) => halves.get(keyOf(place)) as IDBRequest<Bytes | undefined>);
      return result ?? null;
    },

    /** Those of earlier caches: another tab may have made a later one meanwhile. */
    dropBefore: async ({ user, account, createdAt }: CachePlace): Promise<void> => {
      await within(factory, "readwrite", (halves) => halves.delete(IDBKeyRange.bound([user, account], [user, account, createdAt], false, true)));
    },
  };
}

export type Halves = ReturnType<typeof keepHalves>;
