/** A list that is kept on a disk in memory, sealed as it is everywhere, without the account around it. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

import { randomBytes, utf8 } from "../../crypto/bytes.ts";
import { importIkm } from "../../crypto/derive.ts";
import type { DeviceIdentity } from "../../crypto/deviceKey.ts";
import { openLocal, sealLocal } from "../../crypto/localIndex.ts";
import { newId } from "../../crypto/testing/account.ts";
import { copiesOf, type KeptBox } from "../../keyring/copies.ts";
import type { CopyOperations } from "../../keyring/worker/localOperations.ts";
import { Collection } from "../collection.ts";
import { openCopy, type CopyNote } from "../copy/copy.ts";
import { listIn, type CopyList } from "../copy/list.ts";
import type { DeskKind } from "../kind.ts";
import { idOf, itemOf, THING } from "./rows.ts";

/** Of one box, so that a few rows are several of them. */
export const BOX_ROWS = 3;
export const STORE = "copy contact.1";
const LIST = "copy list.1";

/** What rows are called, by their numbers. */
export type Names = Readonly<Record<number, string>>;

/** Something that happens to a list: rows are as they are called, or have ended. */
export type Change = { readonly put: Names } | { readonly end: readonly number[] };

export const after = (names: Names, changes: readonly Change[]): Names =>
  changes.reduce<Names>((now, change) => ("put" in change
    ? { ...now, ...change.put }
    : Object.fromEntries(Object.entries(now).filter(([number]) => !change.end.includes(Number(number))))), names);

/** A device of somebody, whose copies lie in whatever databases are there at the time. */
export async function aDevice() {
  const owner = { user: newId(), account: newId(), device: newId() };
  const identity: DeviceIdentity = { ...owner, ecdhPublic: "", ecdsaPublic: "" };
  const key = await importIkm(randomBytes(32));
  const sealing: CopyOperations = {
    seal: ({ contents, ...place }) => sealLocal(key, identity, place, utf8(contents)),
    open: async ({ box, ...place }) => new TextDecoder().decode(await openLocal(key, identity, place, box)),
  };

  function aTab({ kind = THING, isWriter = true }: { kind?: DeskKind; isWriter?: boolean } = {}) {
    const notes: CopyNote[] = [];
    let stamp = 0;
    const collection = new Collection(kind, () => (stamp += 1), BOX_ROWS);
    let grant: () => void = () => undefined;
    const copy = openCopy({ copies: copiesOf(owner), sealing, note: (note) => void ("kept" in note || notes.push(note)), lock: (isMine) => (grant = isMine), boxRows: BOX_ROWS });
    if (isWriter) grant();
    const versions = new Map<number, number>();
    const next = (number: number): number => {
      versions.set(number, (versions.get(number) ?? 0) + 1);
      return versions.get(number) ?? 1;
    };
    return {
      notes, collection,
      grant: () => grant(),
      change(...changes: readonly Change[]) {
        for (const change of changes) {
          if ("put" in change) {
            collection.put(Object.entries(change.put).map(([number, name]) => {
              const id = idOf(Number(number));
              const revision = next(Number(number));
              return { id, version: revision, word: {}, state: "open", item: itemOf({ id, revision, at: 0 }), payload: { name, notes: "" } };
            }));
          } else collection.end(change.end.map((number) => ({ id: idOf(number), revision: next(number) })));
        }
      },
      flush: () => copy.flush(collection),
      /** What is kept is what is shown. */
      async recall(): Promise<Names> {
        const rows = await copy.recall(kind);
        const names: Record<number, string> = {};
        for (const { id, version, ...row } of rows) {
          const number = Number(id.slice(-12));
          versions.set(number, version);
          names[number] = row.state === "open" ? (row.payload as { name: string }).name : row.state;
        }
        collection.put(rows);
        copy.shown(collection, rows.map(({ id }) => id));
        return names;
      },
    };
  }

  return { owner, sealing, aTab };
}

export type Device = Awaited<ReturnType<typeof aDevice>>;
export type Boxes = ReadonlyMap<string, KeptBox>;

/** A browser that has kept nothing yet. */
export const emptyBrowser = (): unknown => vi.stubGlobal("indexedDB", new IDBFactory());

const asked = <Value>(request: IDBRequest<Value>) => new Promise<Value>((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new Error("It is not answered."));
});

async function inBoxes<Value>(mode: IDBTransactionMode, work: (boxes: IDBObjectStore) => Promise<Value>): Promise<Value> {
  const opening = indexedDB.open("coffer-copies-v1", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("boxes");
  const database = await asked(opening);
  const transaction = database.transaction("boxes", mode);
  const done = new Promise((resolve) => transaction.addEventListener("complete", resolve));
  const value = await work(transaction.objectStore("boxes"));
  await done;
  database.close();
  return value;
}

/** Everything that lies there, by its key. */
export const boxesHere = (): Promise<Boxes> => inBoxes("readonly", async (boxes) => {
  const [keys, values] = await Promise.all([asked(boxes.getAllKeys()), asked(boxes.getAll() as IDBRequest<KeptBox[]>)]);
  return new Map(keys.map((key, i) => [JSON.stringify(key), values[i] as KeptBox]));
});

export const putBoxes = (all: Boxes): Promise<void> => inBoxes("readwrite", async (boxes) => {
  await asked(boxes.clear());
  for (const [key, box] of all) await asked(boxes.put(box, JSON.parse(key) as IDBValidKey));
});

/** The store and, of a box of rows, the number in the key of a box. */
export const placeIn = (key: string): readonly [store: string, counter?: number] => (JSON.parse(key) as unknown[]).slice(3) as [string, number?];
export const isList = (key: string): boolean => placeIn(key)[0] === LIST;

/** The list that lies there, opened. */
export async function listHere({ owner, sealing }: Device): Promise<CopyList | null> {
  const kept = (await boxesHere()).get(JSON.stringify([owner.user, owner.account, owner.device, LIST]));
  return kept ? listIn(await sealing.open({ store: LIST, counter: kept.counter, box: kept.box })) : null;
}

/** Of the boxes of rows that lie there, those that the list does not name, and of those that it names, which are missing. */
export async function astray(device: Device): Promise<readonly number[]> {
  const named = ((await listHere(device))?.kinds.contact?.boxes ?? []).map(([counter]) => counter);
  const lying = [...(await boxesHere()).keys()].filter((key) => key.includes(device.owner.user) && !isList(key)).map((key) => placeIn(key)[1] ?? 0);
  return [...lying.filter((counter) => !named.includes(counter)), ...named.filter((counter) => !lying.includes(counter))];
}
