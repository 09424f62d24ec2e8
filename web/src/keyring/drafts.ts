/**
 * Half-written text, kept in this browser until it is saved or thrown away.
 *
 * Only the unlocked device of its writer opens it: what lies here is boxes under names that hold nothing but ids.
 */
import type { Box } from "../crypto/box.ts";
import { CryptoError, TEXTS } from "../crypto/errors.ts";
import type { Context } from "./context.ts";
import { committed, keysOf, settled } from "./storage.ts";
import type { Owner } from "./store.ts";

interface KeptDraft {
  readonly deviceId: string;
  /** Grows with each write, and is part of what the box was sealed for. */
  readonly counter: number;
  readonly box: Box;
}

const NAME = "coffer-drafts-v1";
const DRAFTS = "drafts";

async function within<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => { request.result.createObjectStore(DRAFTS); };
  const database = await settled(request);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const keyOf = ({ userId, accountId }: Owner, name: string) => [userId, accountId, name];
const placeOf = (name: string, counter: number) => ({ store: `draft ${name}`, counter });

async function keptDraft(database: IDBDatabase, owner: Owner, name: string): Promise<KeptDraft | null> {
  const found: unknown = await settled(database.transaction(DRAFTS).objectStore(DRAFTS).get(keyOf(owner, name)));
  return (found as KeptDraft | undefined) ?? null;
}

export async function keepDraft({ record, worker }: Context, name: string, draft: unknown): Promise<void> {
  if (!record) throw new CryptoError("failed_precondition", TEXTS.noDevice);
  const { deviceId } = record;
  await within(async (database) => {
    const counter = ((await keptDraft(database, record, name))?.counter ?? 0) + 1;
    const box = await worker.sealLocal({ ...placeOf(name, counter), contents: JSON.stringify(draft) });
    const transaction = database.transaction(DRAFTS, "readwrite");
    transaction.objectStore(DRAFTS).put({ deviceId, counter, box } satisfies KeptDraft, keyOf(record, name));
    await committed(transaction);
  });
}

/** Nothing where none was kept, and where it was for a device that is not this one any more. */
export async function readDraft({ record, worker }: Context, name: string): Promise<unknown> {
  if (!record) return null;
  const kept = await within((database) => keptDraft(database, record, name));
  if (kept?.deviceId !== record.deviceId) return null;
  const contents = await worker.openLocal({ ...placeOf(name, kept.counter), box: kept.box });
  return JSON.parse(contents) as unknown;
}

async function drop(keys: IDBKeyRange | IDBValidKey): Promise<void> {
  await within(async (database) => {
    const transaction = database.transaction(DRAFTS, "readwrite");
    transaction.objectStore(DRAFTS).delete(keys);
    await committed(transaction);
  });
}

export const dropDraft = (owner: Owner, name: string): Promise<void> => drop(keyOf(owner, name));

/** All of one person's, in whatever account: who signs out leaves nothing half-written behind. */
export const dropDrafts = (userId: string): Promise<void> => drop(IDBKeyRange.bound([userId], [userId, []]));

/** Everything of a person, in all accounts. */
export const forgetDrafts = (userId: string): Promise<void> =>
  within(async (database) => {
    const transaction = database.transaction(DRAFTS, "readwrite");
    transaction.objectStore(DRAFTS).delete(keysOf(userId));
    await committed(transaction);
  });
