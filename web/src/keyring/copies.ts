/**
 * Where this browser keeps copies of what was opened: boxes under a key that only an unlocked device makes.
 *
 * The desk writes and reads them, and can open none of them by itself; whoever leaves throws them away.
 */
import type { Box } from "../crypto/box.ts";
import { committed, keysOf, settled } from "./storage.ts";

const NAME = "coffer-copies-v1";
const BOXES = "boxes";

/** Whose copy: another device of the same person opens nothing of it. */
export interface CopyOwner {
  readonly user: string;
  readonly account: string;
  readonly device: string;
}

/** A box with the number that it was sealed for. */
export interface KeptBox {
  readonly counter: number;
  readonly box: Box;
}

/** Which stores are sealed and opened for the desk: nothing else that a device keeps has such a name. */
export const isCopyStore = (name: string): boolean => /^copy [a-z-]+\.1$/.test(name);

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => { request.result.createObjectStore(BOXES); };
  return settled(request);
}

type Access = (boxes: IDBObjectStore) => Promise<void> | void;

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** One transaction: what it does is done wholly or not at all. */
async function within(mode: IDBTransactionMode, access: Access): Promise<void> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(BOXES, mode);
    const done = committed(transaction);
    done.catch(() => undefined);
    try {
      await access(transaction.objectStore(BOXES));
    } catch (error) {
      // It would go through with what was asked of it so far.
      abort(transaction);
      throw transaction.error ?? error;
    }
    await done;
  } finally {
    database.close();
  }
}

/** Of one person in all accounts, of one account, or of one device in it. */
export const dropCopies = (...owner: readonly string[]): Promise<void> => within("readwrite", (boxes) => { boxes.delete(keysOf(...owner)); });

export type Copies = ReturnType<typeof copiesOf>;

export interface Written {
  readonly store: string;
  readonly kept: KeptBox;
}

/** The boxes of one device. */
export function copiesOf({ user, account, device }: CopyOwner) {
  const place = (...further: readonly (string | number)[]) => [user, account, device, ...further];

  return {
    /** Boxes of a store, with that under this name and no number, and how many lie there in all: as they stood at one moment. */
    read: async (store: string, list: string): Promise<{ readonly list: KeptBox | null; readonly boxes: readonly KeptBox[]; readonly many: number }> => {
      let found: [KeptBox | undefined, KeptBox[], number] = [undefined, [], 0];
      await within("readonly", async (boxes) => {
        found = await Promise.all([
          settled(boxes.get(place(list)) as IDBRequest<KeptBox | undefined>), settled(boxes.getAll(keysOf(...(place(store) as string[]))) as IDBRequest<KeptBox[]>),
          settled(boxes.count(keysOf(user, account, device))),
        ]);
      });
      return { list: found[0] ?? null, boxes: found[1], many: found[2] };
    },

    /**
     * Puts and deletes together, in place of the list that is known; answers whether they are done. Where another one
     * stands there, or none any more, somebody else has written or left, and nothing is done.
     */
    write: async (known: number | null, list: Written, puts: readonly Written[], drops: readonly { readonly store: string; readonly counter: number }[]): Promise<boolean> => {
      let isDone = false;
      await within("readwrite", async (boxes) => {
        const now = await settled(boxes.get(place(list.store)) as IDBRequest<KeptBox | undefined>);
        if ((now?.counter ?? null) !== known) return;
        for (const { store, counter } of drops) boxes.delete(place(store, counter));
        for (const { store, kept } of puts) boxes.put(kept, place(store, kept.counter));
        boxes.put(list.kept, place(list.store));
        isDone = true;
      });
      return isDone;
    },

    drop: () => dropCopies(user, account, device),

    /** What other devices have left behind in this account. */
    dropOthers: () => within("readwrite", (boxes) => {
      const before = IDBKeyRange.bound([user, account], [user, account, device], false, true);
      const after = IDBKeyRange.bound([user, account, device, []], [user, account, []]);
      boxes.delete(before);
      boxes.delete(after);
    }),
  };
}
