/** What this browser keeps of its device: the local record, the log as it was served, and what it knows of objects. */
import type { Box } from "../crypto/box.ts";
import type { Authenticator, ProtectedKey } from "../crypto/deviceKey.ts";
import type { Anchor as KnownAnchor } from "../crypto/keyLog/clientState.ts";
import type { FullPin } from "../crypto/keyLog/pins.ts";
import type { Leaf } from "../crypto/leaves.ts";
import type { DeviceCard, Signed } from "../crypto/statements.ts";
import type { KeptAlarm } from "./alarm.ts";
import { dropCopies } from "./copies.ts";
import { dropHalves } from "./halves.ts";
import { committed, keysOf, settled, StorageRefused } from "./storage.ts";
import type { Kept } from "./worker/knownOperations.ts";
import type { ViewPlace } from "./worker/logOperations.ts";
import type { Segment } from "./worker/segments.ts";
import type { AttachBody, RoleBundle } from "./worker/wire.ts";

/** Whose keys: one device per person and account in each browser. */
export interface Owner {
  readonly userId: string;
  readonly accountId: string;
}

/** Opens with two halves: the server's share, and the one that the crypto worker keeps on this disk. */
export interface UnlockCache {
  readonly box: Box;
  readonly createdAt: number;
  /** Role wraps as they were served, so that coming back asks for none; they go with the cache. */
  readonly bundles?: readonly RoleBundle[];
}

export interface RecoveryNotes {
  readonly savedAt: string | null;
  readonly testedAt: string | null;
  readonly remindAt: string | null;
  readonly reminders: number;
}

/** What told this browser which account this is, past the server. */
export type Anchor = Exclude<KnownAnchor, "none">;

/** The local record. No `CryptoKey` is in it: a browser writes even non-extractable keys to disk in clear. */
export interface DeviceRecord extends Owner {
  readonly deviceId: string;
  readonly publicKeyB64u: string;
  readonly signPublicKeyB64u: string;
  readonly encryptedPrivateKey: ProtectedKey;
  readonly authenticator: Authenticator | null;
  readonly recovery: Box;
  readonly pins: FullPin | null;
  /** Sent again at each start until the server has it. */
  readonly attach: AttachBody | null;
  readonly how: "genesis" | "first" | "device" | "recovery";
  /** The device whose recovery key brought this one in; it ends when this one has taken its place. */
  readonly recovered?: string;
  /** Its card as it was signed, but for what stands in this record anyway. */
  readonly card: Pick<DeviceCard, "fingerprint" | "recoveryHash" | "protection" | "personCommitment">;
  /** Nothing until its person has entered the comparison. */
  readonly anchor: Anchor | null;
  /** Codes that were typed here and were not that of this device. */
  readonly wrongCodes: number;
  /** Wrong answers that were typed here, by the device that waits. */
  readonly wrongAnswers?: Readonly<Record<string, number>>;
  readonly cache: UnlockCache | null;
  readonly recoveryKey: RecoveryNotes;
  readonly acknowledged: readonly number[];
  /** Devices of this person that this browser has seen come; another one is an alarm. */
  readonly knownDevices: readonly string[];
  /** What was found out and stays until a person has tried again. */
  readonly alarm?: KeptAlarm | null;
  readonly lastView: (ViewPlace & { readonly at: number }) | null;
  /** When this device has signed something other than a view, to the hour. */
  readonly signedAt?: number;
}

/** Nothing of an account is opened, and nothing signed in it, before something else than the server has said that it is the one. */
export function isConfirmed({ anchor }: Pick<DeviceRecord, "anchor">): boolean {
  return anchor !== null;
}

/** What ended the device that this browser was; it is kept until the browser is one again. */
export interface EndNote {
  readonly at: number;
  readonly byUser: string;
  readonly byDevice: string;
  readonly reason: string;
}

export interface KeptLog {
  readonly entries: readonly Signed[];
  readonly leaves: readonly Leaf[];
}

const NAME = "coffer-keyring-v1";
/** What is kept of objects, in sealed segments. */
export const KEPT = ["known", "alarms", "titles", "agreed", "disclosed", "names"] as const;
const STORES = ["devices", "entries", "leaves", ...KEPT];

async function openDatabase(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(NAME, 6);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const store of STORES) if (!result.objectStoreNames.contains(store)) result.createObjectStore(store);
      if (result.objectStoreNames.contains("seen")) result.deleteObjectStore("seen");
    };
    return await settled(request);
  } catch {
    throw new StorageRefused();
  }
}

async function dropFrom(stores: readonly string[], userId: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(stores, "readwrite");
  for (const store of stores) transaction.objectStore(store).delete(keysOf(userId));
  await committed(transaction);
  database.close();
}

/** Everything of a person, in all accounts. */
export async function forgetKeys(userId: string): Promise<void> {
  await Promise.all([dropFrom(STORES, userId), dropHalves(indexedDB, userId)]);
}

/** Of what is kept, the contents. */
export const dropTitles = (userId: string): Promise<void> => dropFrom(["titles"], userId);

/** That a person has a device here, in this account. A browser that keeps nothing has none. */
export async function hasDevice(owner: Owner): Promise<boolean> {
  let store: KeyStore;
  try {
    store = await openKeyStore(owner);
  } catch (refusal) {
    if (refusal instanceof StorageRefused) return false;
    throw refusal;
  }
  try {
    return (await store.readDevice()) !== null;
  } finally {
    store.close();
  }
}

/** That somebody else has a device here, in the same account: they share this browser, or the server calls its person by another name. */
export async function othersHere({ userId, accountId }: Owner): Promise<boolean> {
  try {
    const database = await openDatabase();
    const places = await settled(database.transaction("devices").objectStore("devices").getAllKeys());
    database.close();
    return places.some((place) => Array.isArray(place) && place.length === 2 && place[0] !== userId && place[1] === accountId);
  } catch (refusal) {
    if (refusal instanceof StorageRefused) return false;
    throw refusal;
  }
}

type Part = "entries" | "leaves";

export async function openKeyStore(owner: Owner) {
  const factory = indexedDB;
  const database = await openDatabase();
  const place = [owner.userId, owner.accountId];
  const everything = () => keysOf(...place);
  const dropCache = () => dropHalves(factory, ...place);
  /** With the device goes what only it could open. */
  const dropWhatItOpened = async () => { await Promise.all([dropCache(), dropCopies(...place)]); };
  const endPlace = [...place, "end"];

  async function readPart<T>(part: Part): Promise<T[]> {
    const chunks = await settled(database.transaction(part).objectStore(part).getAll(everything()));
    return (chunks as T[][]).flat();
  }

  return {
    readDevice: async (): Promise<DeviceRecord | null> => {
      const found: unknown = await settled(database.transaction("devices").objectStore("devices").get(place));
      return (found as DeviceRecord | undefined) ?? null;
    },

    writeDevice: async (record: DeviceRecord): Promise<void> => {
      const transaction = database.transaction("devices", "readwrite", { durability: "strict" });
      transaction.objectStore("devices").put(record, place);
      transaction.objectStore("devices").delete(endPlace);
      await committed(transaction);
    },

    /**
     * Changes these members of the record that is kept; the others may have been changed by another tab. A record that
     * was deleted or replaced meanwhile, by this tab or another, is left as it is.
     */
    changeDevice: async (deviceId: string, change: Partial<DeviceRecord>): Promise<void> => {
      const transaction = database.transaction("devices", "readwrite", { durability: "strict" });
      const devices = transaction.objectStore("devices");
      const kept = (await settled(devices.get(place))) as DeviceRecord | undefined;
      if (kept?.deviceId === deviceId) devices.put({ ...kept, ...change }, place);
      await committed(transaction);
      if (change.cache === null) await dropCache();
    },

    deleteDevice: async (): Promise<void> => {
      const transaction = database.transaction("devices", "readwrite");
      transaction.objectStore("devices").delete(place);
      await committed(transaction);
      await dropWhatItOpened();
    },

    readEnd: async (): Promise<EndNote | null> => {
      const found: unknown = await settled(database.transaction("devices").objectStore("devices").get(endPlace));
      return (found as EndNote | undefined) ?? null;
    },

    /** The record goes, and what ended the device stays to be told. */
    endDevice: async (note: EndNote | null): Promise<void> => {
      const transaction = database.transaction("devices", "readwrite", { durability: "strict" });
      transaction.objectStore("devices").delete(place);
      if (note) transaction.objectStore("devices").put(note, endPlace);
      await committed(transaction);
      await dropWhatItOpened();
    },

    readLog: async (): Promise<KeptLog> => ({ entries: await readPart<Signed>("entries"), leaves: await readPart<Leaf>("leaves") }),

    /** What was added since; each chunk stands under the number of its first member. */
    addToLog: async (from: { readonly entries: number; readonly leaves: number }, added: KeptLog): Promise<void> => {
      const transaction = database.transaction(["entries", "leaves"], "readwrite");
      if (added.entries.length > 0) transaction.objectStore("entries").put(added.entries, [...place, from.entries]);
      if (added.leaves.length > 0) transaction.objectStore("leaves").put(added.leaves, [...place, from.leaves]);
      await committed(transaction);
    },

    forgetLog: async (): Promise<void> => {
      const transaction = database.transaction(["entries", "leaves"], "readwrite");
      for (const part of ["entries", "leaves"]) transaction.objectStore(part).delete(everything());
      await committed(transaction);
    },

    readKept: async (): Promise<Kept> => {
      const transaction = database.transaction(KEPT);
      const [known = [], alarms = [], titles = [], agreed = [], disclosed = [], names = []] = await Promise.all(KEPT.map((part) => settled(transaction.objectStore(part).getAll(everything()) as IDBRequest<Segment[]>)));
      return { known, alarms, titles, agreed, disclosed, names };
    },

    /** Segments stand under their numbers; those of the parts that are written anew are in place of those that were there. */
    writeKept: async (kept: Partial<Kept>, anew: readonly (typeof KEPT)[number][] = []): Promise<void> => {
      const transaction = database.transaction(KEPT, "readwrite");
      for (const part of KEPT) {
        const store = transaction.objectStore(part);
        if (anew.includes(part)) store.delete(everything());
        for (const segment of kept[part] ?? []) store.put(segment, [...place, segment.number]);
      }
      await committed(transaction);
    },

    close: () => database.close(),
  };
}

export type KeyStore = Awaited<ReturnType<typeof openKeyStore>>;
