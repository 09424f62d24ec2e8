/**
 * The sealed copy of what this tab has opened: read when a list is first asked for, and written behind.
 *
 * Rows lie in boxes of a few hundred. Only what was proven and opened is kept. Of several tabs one writes: the one that holds the lock.
 */
import type { Copies, KeptBox, Written } from "../../keyring/copies.ts";
import type { CopyOperations } from "../../keyring/worker/localOperations.ts";
import type { Collection, Slot } from "../collection.ts";
import type { DeskKind } from "../kind.ts";
import type { Made } from "../made.ts";
import type { Kind, Opened } from "../row.ts";
import { contentsOf, rowsIn } from "./contents.ts";
import { EMPTY, inForce, isKept, listIn, listText, type CopyList, type InForce } from "./list.ts";
import { Lying } from "./lying.ts";

/** Of one box. */
const BOX_ROWS = 512;
const SPARE_BOXES = 64;

const LIST = "copy list.1";
const storeOf = (kind: Kind): string => `copy ${kind}.1`;

/** What became of a copy, for whoever has to know. */
export type CopyNote =
  /** A box, or all of a kind, did not open or was of another form: it was dropped, and nothing of it was shown. */
  | { readonly dropped: string }
  /** The browser keeps no more: nothing is written any more, and what there was is gone. Or it gives no storage now. */
  | { readonly none: NoCopy }
  /** Something was written. */
  | { readonly kept: true };

/** Why nothing is kept. That another tab writes is no reason. */
export type NoCopy = "full" | "refused";

interface Keeping {
  readonly copies: Copies;
  readonly sealing: CopyOperations;
  readonly note: (note: CopyNote) => void;
  /** Calls back once it is this tab that writes. */
  readonly lock: (isMine: () => void) => void;
  readonly boxRows?: number;
}

export interface Copy {
  /** What was kept of a kind: to be held against what is known now before anything of it is shown. */
  readonly recall: (kind: DeskKind) => Promise<readonly Opened[]>;
  /** These of them are shown now. */
  readonly shown: (collection: Collection, ids: readonly string[]) => void;
  /** Writes what is another than was written. Where nothing is, or another tab writes, nothing is done. */
  readonly flush: (collection: Collection) => Promise<void>;
}

/** A list of boxes as it stands on the disk, by its number there; none where nothing was written yet. */
interface Standing {
  readonly known: number | null;
  readonly is: CopyList;
}

export function openCopy({ copies, sealing, note, lock, boxRows = BOX_ROWS }: Keeping): Copy {
  let standing: Standing | null = null;
  /** By kind; of a kind that is missing here it is not known what lies there. */
  const lying = new Map<Kind, Lying>();
  let isWriter = false;
  let isNewest = false;
  let isOver = false;
  let hasWritten = false;
  let turn: Promise<unknown> = Promise.resolve();

  lock(() => {
    isWriter = true;
    // Another tab may have written since this one has read.
    isNewest = false;
  });

  /** One after another: what is written is made of what stands there. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  /** A disk that is full ends the copy. What is refused otherwise is tried again with the next change; until then what stood there stands. */
  async function onDisk<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      hasWritten = false;
      isOver ||= isFull(error);
      note({ none: isFull(error) ? "full" : "refused" });
      if (isFull(error)) await copies.drop().catch(() => undefined);
      throw error;
    }
  }

  /** Nothing where it does not open. */
  async function textIn(store: string, kept: KeptBox): Promise<string | null> {
    if (!isKept(kept)) return null;
    try {
      return await sealing.open({ store, counter: kept.counter, box: kept.box });
    } catch (error) {
      // Keys that are not there now say nothing of the box.
      if (!isDamage(error)) throw error;
      return null;
    }
  }

  /** The list with the boxes of a store, as they stood at one moment. */
  async function read(store: string): Promise<{ readonly is: CopyList; readonly boxes: readonly KeptBox[] }> {
    const { list, boxes, many } = await onDisk(copies.read(store, LIST));
    const text = list && (await textIn(LIST, list));
    const is = text === null ? null : listIn(text);
    if (many > 0 && !is) {
      // Without it nobody can say which boxes are of today.
      await onDisk(copies.drop());
      note({ dropped: LIST });
    }
    const now: Standing = list && is ? { known: list.counter, is } : { known: null, is: EMPTY };
    // Another tab has written since this one has.
    if (standing?.known !== now.known) lying.clear();
    standing = now;
    isNewest = true;
    return { is: now.is, boxes };
  }

  async function recall({ kind, version }: DeskKind): Promise<readonly Opened[]> {
    const store = storeOf(kind);
    const { is, boxes } = await read(store);
    const kept = is.kinds[kind];
    if (!kept) return [];
    if (kept.version !== version) {
      note({ dropped: store });
      return [];
    }
    const found = await Promise.all(kept.boxes.map((one) => rowsOfBox(store, boxes, one)));
    const rows = new Map<string, Opened>();
    const own = new Lying();
    kept.boxes.forEach(([counter], i) => {
      const some = found[i];
      if (!some) return;
      own.add(counter, some.map(({ id }) => id));
      for (const row of some) rows.set(row.id, row);
    });
    // Without one of them it is not known what it held: all are written anew.
    if (!found.includes(null)) lying.set(kind, own);
    return [...rows.values()];
  }

  async function rowsOfBox(store: string, boxes: readonly KeptBox[], [counter, salt]: InForce): Promise<readonly Opened[] | null> {
    const kept = boxes.find((one) => isKept(one) && one.counter === counter && one.box.saltB64u === salt);
    const text = kept ? await textIn(store, kept) : null;
    if (text !== null) return rowsIn(text);
    note({ dropped: `${store} ${counter}` });
    return null;
  }

  async function flush(collection: Collection): Promise<void> {
    if (!isWriter || isOver) return;
    if (!isNewest) await read(LIST);
    await write(collection, standing ?? { known: null, is: EMPTY });
  }

  async function write(collection: Collection, { known, is }: Standing): Promise<void> {
    const { kind, version } = collection.kind;
    const store = storeOf(kind);
    const rows = rowsOf(collection);
    const before = lying.get(kind);
    const stood = is.kinds[kind]?.boxes ?? [];
    const plan = (before ?? new Lying()).plan(new Map([...rows].map(([id, { stamp }]) => [id, stamp])), { boxRows, spare: SPARE_BOXES });
    if (!plan && (before || stood.length === 0)) return;

    const drops = before ? (plan?.drops ?? []) : stood.map(([counter]) => counter);
    let { next } = is;
    const puts: { readonly ids: readonly string[]; readonly kept: KeptBox }[] = [];
    for (let from = 0; from < (plan?.rows.length ?? 0); from += boxRows) {
      const ids = plan?.rows.slice(from, from + boxRows) ?? [];
      const contents = contentsOf(ids.flatMap((id) => rows.get(id)?.made() ?? []));
      const counter = next++;
      puts.push({ ids, kept: { counter, box: await sealing.seal({ store, counter, contents }) } });
    }
    const boxes = [...stood.filter(([counter]) => !drops.includes(counter)), ...puts.map(({ kept }) => inForce(kept))];
    const counter = next++;
    const after: CopyList = { next, kinds: { ...is.kinds, [kind]: { version, boxes } } };
    const list: Written = { store: LIST, kept: { counter, box: await sealing.seal({ store: LIST, counter, contents: listText(after) }) } };
    const isDone = await onDisk(copies.write(known, list, puts.map(({ kept }) => ({ store, kept })), drops.map((old) => ({ store, counter: old }))));
    // Another tab has written, or this person has left: nothing is put on top of that.
    if (!isDone) return void (isOver = true);
    standing = { known: counter, is: after };
    const own = before ?? new Lying();
    for (const old of drops) own.drop(old);
    for (const { ids, kept } of puts) own.add(kept.counter, ids, (id) => rows.get(id)?.stamp ?? 0);
    lying.set(kind, own);
    if (!hasWritten) note({ kept: true });
    hasWritten = true;
    return undefined;
  }

  return {
    recall: (kind) => inTurn(() => recall(kind)),
    shown(collection, ids) {
      const own = lying.get(collection.kind.kind);
      const rows = rowsOf(collection);
      for (const id of ids) own?.isShown(id, rows.get(id)?.stamp ?? 0);
    },
    flush: (collection) => inTurn(() => flush(collection)),
  };
}

interface Copied {
  readonly stamp: number;
  readonly made: () => Made;
}

/** What roles still lack of an item is found out by reading it, so that such a row is not kept; neither is one that is deleted and still named. */
function rowsOf(collection: Collection): ReadonlyMap<string, Copied> {
  const left = ["owed", "deleted"].map((column) => collection.kind.columns.findIndex(({ name }) => name === column));
  const copied = (slot: Slot): [string, Copied][] => {
    const { segment, place } = collection.at(slot);
    const id = segment.ids[place] ?? null;
    const isKept = segment.states[place] === "open" && segment.knownOf(place)?.grade === "proven" && left.every((column) => (segment.columns[column]?.[place] ?? null) === null);
    return id !== null && isKept ? [[id, { stamp: segment.stamps[place] ?? 0, made: () => segment.madeAt(place, collection.ahead(id).length > 0) }]] : [];
  };
  return new Map(collection.all().flatMap(copied));
}

const isDamage = (error: unknown): boolean => ["data_loss", "unimplemented"].includes(String((error as { code?: unknown } | null)?.code));
const isFull = (error: unknown): boolean => error instanceof Error && error.name === "QuotaExceededError";
