/** In which order rows stand: by what a view asks for, then by name, so that equal ones never change places. */
import type { Collection, Slot } from "./collection.ts";
import { UPDATED } from "./kind.ts";
import type { Sort } from "./messages.ts";
import { Order, type Compare } from "./order.ts";
import type { Cell } from "./row.ts";
import { rankOf, type Typed } from "./search.ts";
import type { Segment } from "./segment.ts";
import { isEmpty } from "./where.ts";

/** What has no value stands after what has one, and what is not known after both, whichever way the rest is sorted. */
const NO_VALUE = Number.MAX_VALUE;
const UNKNOWN = Infinity;

/** Of texts that no row has any more, this many are kept. */
const STALE = 4096;

/** The orders of the columns of one kind, made when something is first sorted by them. */
export class Orders {
  private readonly collection: Collection;
  private readonly words: Compare;
  private readonly orders = new Map<string, Placed>();

  constructor(collection: Collection, language: string) {
    this.collection = collection;
    this.words = new Intl.Collator(language, { numeric: true, sensitivity: "base" }).compare;
  }

  /** The number of a row in a column: the order of the numbers is that of the values. */
  by({ field, dir, ranks, or }: Sort): Key {
    const { collection } = this;
    const columns = [field, ...(or === undefined ? [] : [or])].map((name) => this.columnCalled(name));
    const placed = ranks ? null : this.placedIn(columns);
    const way = dir === "asc" ? 1 : -1;
    return {
      of: (slot) => {
        const [segment, place] = [collection.segmentOf(slot), collection.placeOf(slot)];
        const cell = cellIn(segment, place, columns);
        if (cell === undefined) return UNKNOWN;
        if (isEmpty(cell)) return NO_VALUE;
        if (ranks) return rankIn(ranks, cell, way);
        return way * (placed && (typeof cell === "object" || typeof cell === "string") ? placed.of(segment, place) : Number(cell));
      },
      learn: (slots) => placed?.learn(collection, slots),
    };
  }

  private columnCalled(name: string): number {
    const index = this.collection.kind.columns.findIndex((column) => column.name === name);
    if (index < 0) throw new Error(`There is no column ${name}.`);
    return index;
  }

  private placedIn(columns: readonly number[]): Placed {
    const name = columns.join(" ");
    const known = this.orders.get(name);
    if (known && known.size <= 2 * this.collection.size + STALE) return known;
    const isPlain = columns.every((index) => this.collection.kind.columns[index]?.plain);
    const placed = new Placed(new Order(isPlain ? byCodeUnits : this.words), columns, this.collection.rows);
    this.orders.set(name, placed);
    return placed;
  }
}

/** Of the first column that has a value; undefined where the last of them is not known. */
function cellIn(segment: Segment, place: number, columns: readonly number[]): Cell | undefined {
  let cell: Cell | undefined;
  for (const index of columns) {
    cell = segment.knows(index, place) ? (segment.columns[index]?.[place] ?? null) : undefined;
    if (cell !== undefined && !isEmpty(cell)) return cell;
  }
  return cell;
}

/** The numbers of the texts of one column, or of the first of several, beside each segment. */
class Placed {
  private readonly order: Order;
  private readonly columns: readonly number[];
  private readonly rows: number;
  private numbers = new WeakMap<Segment, Uint32Array>();
  private age = 0;
  /** Rows that are asked for one after another mostly stand in one segment. */
  private last: { readonly segment: Segment; readonly numbers: Uint32Array } | null = null;

  constructor(order: Order, columns: readonly number[], rows: number) {
    this.order = order;
    this.columns = columns;
    this.rows = rows;
  }

  get size(): number {
    return this.order.size;
  }

  of(segment: Segment, place: number): number {
    const known = this.numbersOf(segment)[place];
    if (known) return known;
    const number = this.order.numberOf(this.textIn(segment, place) ?? "");
    // Asked for again: all may have other numbers now.
    this.numbersOf(segment)[place] = number;
    return number;
  }

  learn(collection: Collection, slots: readonly Slot[]): void {
    const texts: string[] = [];
    for (const slot of slots) {
      const [segment, place] = [collection.segmentOf(slot), collection.placeOf(slot)];
      const text = this.numbersOf(segment)[place] ? null : this.textIn(segment, place);
      if (text !== null) texts.push(text);
    }
    this.order.add(texts);
  }

  private textIn = (segment: Segment, place: number): string | null => textOf(cellIn(segment, place, this.columns) ?? null);

  private numbersOf(segment: Segment): Uint32Array {
    if (this.age !== this.order.age) {
      this.numbers = new WeakMap();
      this.last = null;
      this.age = this.order.age;
    }
    if (this.last?.segment === segment) return this.last.numbers;
    let numbers = this.numbers.get(segment);
    if (!numbers) this.numbers.set(segment, (numbers = new Uint32Array(this.rows)));
    this.last = { segment, numbers };
    return numbers;
  }
}

export interface Key {
  readonly of: (slot: Slot) => number;
  /** Rows that came: their texts find their places together. */
  readonly learn: (slots: readonly Slot[]) => void;
}

/** What has none has no value. */
function rankIn(ranks: Readonly<Record<string, number>>, cell: Cell, way: 1 | -1): number {
  const [first = null] = (Array.isArray(cell) ? (cell as readonly string[]) : [String(cell)]).flatMap((one) => ranks[one] ?? []).sort((a, b) => a - b);
  return first === null ? NO_VALUE : way * first;
}

const byCodeUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Of a list, what a person would read. */
function textOf(cell: Cell): string | null {
  if (typeof cell === "string") return cell;
  return typeof cell === "object" && cell !== null ? cell.join(", ") : null;
}

/** The better a row fits what was typed, the earlier it stands. */
export const byRank = (collection: Collection, typed: Typed): Key => ({
  of: (slot) => {
    const { segment, place } = collection.at(slot);
    return rankOf(typed, segment.titleIn(place));
  },
  learn: () => undefined,
});

/** Texts that a language does not tell apart are groups of their own all the same. */
export function byGroup(collection: Collection, group: string): Key {
  const index = collection.kind.columns.findIndex(({ name }) => name === group);
  const order = new Order(byCodeUnits);
  const keyOf = (slot: Slot): string => {
    const { segment, place } = collection.at(slot);
    const cell = segment.columns[index]?.[place] ?? null;
    return JSON.stringify(isEmpty(cell) ? null : cell);
  };
  return { of: (slot) => order.numberOf(keyOf(slot)), learn: (slots) => order.add(slots.map(keyOf)) };
}

export const NEWEST: Sort = { field: UPDATED, dir: "desc" };

/** Slots in the order of their keys; each key is asked for once. */
export function sorted(slots: readonly Slot[], keys: readonly Key[], idOf: (slot: Slot) => string): Slot[] {
  for (const { learn } of keys) learn(slots);
  const [first = NO_KEYS, ...others] = keys.map(({ of }) => numbersOf(slots, of));
  const compare = (a: number, b: number): number => {
    for (const of of others) {
      const [one, other] = [of[a] ?? 0, of[b] ?? 0];
      if (one !== other) return one < other ? -1 : 1;
    }
    return byCodeUnits(idOf(slots[a] ?? 0), idOf(slots[b] ?? 0));
  };
  const order = packed(first) ?? Uint32Array.from(first, (_, i) => i).sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || 0);
  // Where the first key leaves open which comes first, the others decide.
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && first[order[to] ?? 0] === first[order[from] ?? 0]) to += 1;
    if (to > from + 1) order.subarray(from, to).sort(compare);
    from = to;
  }
  const found: Slot[] = [];
  for (const i of order) found.push(slots[i] ?? 0);
  return found;
}

/** In a loop: for ten thousands of rows `from` takes several times as long. */
function numbersOf(slots: readonly Slot[], of: Key["of"]): Float64Array {
  const numbers = new Float64Array(slots.length);
  for (let i = 0; i < slots.length; i += 1) numbers[i] = of(slots[i] ?? 0);
  return numbers;
}

const NO_KEYS = new Float64Array();

/**
 * The places of whole numbers in their order, sorted as numbers that carry their place with them: several times as fast as a
 * sort that calls back. Null where there are others among them, or where they lie too far apart.
 */
function packed(keys: Float64Array): Uint32Array | null {
  let [low, high] = [Infinity, -Infinity];
  for (const key of keys) {
    if (key >= NO_VALUE) continue;
    if (!Number.isInteger(key)) return null;
    if (key < low) low = key;
    if (key > high) high = key;
  }
  if (low === Infinity) [low, high] = [0, 0];
  const count = keys.length;
  if ((high - low + 3) * count > Number.MAX_SAFE_INTEGER) return null;
  const after = high - low + 1;
  const numbers = keys.map((key, i) => (key === UNKNOWN ? after + 1 : key === NO_VALUE ? after : key - low) * count + i).sort();
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) places[i] = (numbers[i] ?? 0) % count;
  return places;
}

/** Where a slot belongs among sorted ones. */
export function placeIn(slots: readonly Slot[], slot: Slot, keys: readonly Key[], idOf: (slot: Slot) => string): number {
  const own = keys.map(({ of }) => of(slot));
  const id = idOf(slot);
  const comes = (other: Slot): boolean => {
    for (const [i, { of }] of keys.entries()) {
      const [mine, its] = [own[i] ?? 0, of(other)];
      if (mine !== its) return its < mine;
    }
    return idOf(other) < id;
  };
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comes(slots[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
