/** The desk: the one owner of what a tab has opened. It answers views with windows, and tells only what changed. */
import { Collection, type Changed } from "./collection.ts";
import { termsOf } from "./fold.ts";
import { TITLE, type DeskKind } from "./kind.ts";
import type { FromDesk, FromKeys, Hit, On, Stage, ToDesk, View } from "./messages.ts";
import { Result } from "./result.ts";
import type { Kind, Shelf, Whole } from "./row.ts";
import { shownRow, wholeAt } from "./shownRow.ts";
import { Orders } from "./sorting.ts";
import { watchNames, watchOne, type Place, type Watched } from "./watched.ts";
import { NotAskable } from "./where.ts";
import { Window } from "./window.ts";

interface Drawer {
  readonly collection: Collection;
  orders: Orders;
  stage: Stage;
}

export interface Desk {
  readonly keys: (message: FromKeys) => void;
  readonly page: (message: ToDesk) => void;
  /** What stands on a shelf. */
  readonly collection: (shelf: Shelf) => Collection;
  /** Texts stand in the order of another language from now on. */
  readonly speak: (language: string) => void;
}

export interface DeskOptions {
  readonly kinds: readonly DeskKind[];
  /** In whose order texts stand. */
  readonly language: string;
  /** Called with everything that goes to the page, in order. */
  readonly tell: (message: FromDesk) => void;
  /** Of a segment; a test has small ones. */
  readonly segmentRows?: number;
}

export function openDesk({ kinds, language, tell, segmentRows }: DeskOptions): Desk {
  let stamp = 0;
  const drawers = new Map<Shelf, Drawer>();
  const windows = new Map<number, Window>();
  const watched = new Map<number, Watched>();

  let spoken = language;

  /** Made when it is first spoken of. */
  function drawer(shelf: Shelf): Drawer {
    const known = drawers.get(shelf);
    if (known) return known;
    const kind = kinds.find((one) => one.kind === kindOf(shelf));
    if (!kind) throw new NotAskable("kind");
    const collection = new Collection(kind, () => (stamp += 1), segmentRows);
    const made: Drawer = { collection, orders: new Orders(collection, spoken), stage: "reading" };
    drawers.set(shelf, made);
    return made;
  }

  const result = (view: View, before?: Result): Result => {
    const { collection, orders } = drawer(view.kind);
    return new Result(collection, orders, view, before);
  };

  function flush(window: Window): void {
    const { collection, stage } = drawer(window.result.view.kind);
    const push = window.push(collection, stage);
    if (push) tell(push);
  }

  /** Each window of a shelf, after something was done to it. */
  function eachOf(shelf: Shelf, work: (window: Window) => void): void {
    for (const window of windows.values()) {
      if (window.result.view.kind !== shelf) continue;
      work(window);
      window.stale();
      flush(window);
    }
  }

  function changed(shelf: Shelf, change: Changed): void {
    if (change.put.length === 0 && change.dead.size === 0) return;
    eachOf(shelf, (window) => window.result.update(change));
    for (const one of watched.values()) if (one.shelf === shelf) one.changed(change.ids);
  }

  function putAway(shelf: Shelf): void {
    const known = drawers.get(shelf);
    if (!known) return;
    const ids = known.collection.ids();
    drawers.delete(shelf);
    eachOf(shelf, (window) => (window.result = result(window.result.view)));
    for (const one of watched.values()) if (one.shelf === shelf) one.changed(ids);
  }

  function keys(message: FromKeys): void {
    if ("put" in message) return changed(message.put, drawer(message.put).collection.put(message.rows));
    if ("reword" in message) return changed(message.reword, drawer(message.reword).collection.reword(message.rows));
    if ("end" in message) return changed(message.end, drawer(message.end).collection.end(message.rows));
    if ("away" in message) return putAway(message.away);
    drawer(message.stage).stage = message.is;
    return eachOf(message.stage, () => undefined);
  }

  function open({ open: n, view, ...turn }: Extract<ToDesk, { open: number }>): void {
    const known = windows.get(n);
    // A view that can not be asked shows nothing, also not what stood there before.
    windows.delete(n);
    const found = result(view, known?.result);
    known?.show(found, turn);
    const window = known ?? new Window(n, found, turn);
    windows.set(n, window);
    flush(window);
  }

  /** As it is when it is looked at. */
  function shelf(name: Shelf): Place {
    drawer(name);
    return { shelf: name, collection: () => drawer(name).collection };
  }

  function watch(n: number, one: Watched): void {
    watched.set(n, one);
    one.start();
  }

  /** What merely comes near what was typed counts where no kind holds it. */
  function find(text: string, kinds: readonly Kind[], most: number): Hit[] {
    if (termsOf(text).length === 0) return [];
    const results = kinds.map((kind) => result({ kind, where: null, text, sort: [], group: null }));
    const isNear = results.every(({ isNearOnly, slots }) => isNearOnly || slots.length === 0);
    const hits = results.flatMap(({ slots, isNearOnly, rankOf }, i) => {
      const kind = kinds[i];
      if (!kind) return [];
      const { collection } = drawer(kind);
      return isNearOnly && !isNear ? [] : slots.slice(0, most).map((slot) => ({ kind, row: shownRow(collection, slot), rank: rankOf(slot) }));
    });
    return hits.sort((a, b) => before(a.rank, b.rank)).slice(0, most).map(({ kind, row }) => ({ kind, row }));
  }

  function picked(on: On): readonly string[] {
    if ("ids" in on) return on.ids;
    const except = new Set(on.except);
    return result(on.view).ids.filter((id) => !except.has(id));
  }

  function taken(shelf: Shelf, on: On): Whole[] {
    const { collection } = drawer(shelf);
    return picked(on).flatMap((id) => {
      const slot = collection.slotOf(id);
      return slot === undefined ? [] : (wholeAt(collection, slot) ?? []);
    });
  }

  /** A subscription that is closed may be answered once more by what was under way. */
  function take(message: ToDesk): void {
    if ("open" in message) return open(message);
    if ("move" in message) {
      const window = windows.get(message.move);
      window?.move(message);
      return window && flush(window);
    }
    if ("hold" in message) {
      const window = windows.get(message.hold);
      window?.hold(message.held);
      return window && flush(window);
    }
    if ("close" in message) {
      windows.delete(message.close);
      watched.delete(message.close);
      return undefined;
    }
    if ("got" in message) {
      const window = windows.get(message.got);
      window?.got(message.turn, message.taken);
      if (window) flush(window);
      return watched.get(message.got)?.got();
    }
    if ("one" in message) return watch(message.one, watchOne(shelf(message.kind), message.id, (whole) => tell({ one: message.one, whole })));
    if ("names" in message) {
      return watch(message.names, watchNames(shelf(message.kind), message.ids, TITLE, (named, gone) => tell({ names: message.names, named, gone })));
    }
    if ("find" in message) return tell({ find: message.find, hits: find(message.text, message.kinds, message.most) });
    if ("facets" in message) return tell({ facets: message.facets, values: result(message.view).facets(message.column) });
    if ("pick" in message) return tell({ pick: message.pick, ids: picked(message.on) });
    if ("act" in message) return changed(message.kind, drawer(message.kind).collection.act(message.act, message.id, message.says));
    if ("settle" in message) return changed(message.kind, drawer(message.kind).collection.settle(message.settle, message.id, message.version));
    return tell({ take: message.take, items: taken(message.kind, message.on) });
  }

  function page(message: ToDesk): void {
    try {
      take(message);
    } catch (error) {
      if (!(error instanceof NotAskable)) throw error;
      tell({ refused: numberOf(message), turn: "turn" in message ? message.turn : 0, at: error.at });
    }
  }

  function speak(another: string): void {
    spoken = another;
    for (const one of drawers.values()) one.orders = new Orders(one.collection, another);
    for (const window of windows.values()) {
      window.result = result(window.result.view);
      window.stale();
      flush(window);
    }
  }

  return { keys, page, speak, collection: (shelf) => drawer(shelf).collection };
}

const kindOf = (shelf: Shelf): string => shelf.split(" ")[0] ?? shelf;

/** The first number in which they differ decides. */
function before(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

/** Every message to the desk begins with its number. */
function numberOf(message: ToDesk): number {
  const [first] = Object.values(message) as unknown[];
  return typeof first === "number" ? first : -1;
}
