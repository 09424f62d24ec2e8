/** In which order rows stand: by what a view asks for, then by name, so that equal ones never change places. */
import { isEmpty } from "./where.ts";
import { UPDATED, type Column } from "./kind.ts";
import type { Collection, Slot } from "./collection.ts";
import type { Sort } from "./messages.ts";
import { Order, type Compare } from "./order.ts";
import type { Cell } from "./row.ts";
import { rankOf, type Typed } from "./search.ts";

/** What has no value stands after what has one, and what is not known after both, whichever way the rest is sorted. */
const NO_VALUE = Number.MAX_VALUE;
const UNKNOWN = Infinity;

/** Of texts that no row has any more, this many are kept. */
const STALE = 4096;

/** The orders of the columns of one kind, made when something is first sorted by them. */
export class Orders {
  private readonly collection: Collection;
  private readonly words: Compare;
  private readonly orders = new Map<Column, Order>();

  constructor(collection: Collection, language: string) {
    this.collection = collection;
    this.words = new Intl.Collator(language, { numeric: true, sensitivity: "base" }).compare;
  }

  /** The number of a row in a column: the order of the numbers is that of the values. */
  by({ field, dir }: Sort): Key {
    const { columns } = this.collection.kind;
    const index = columns.findIndex(({ name }) => name === field);
    const column = columns[index];
    if (!column) throw new Error(`There is no column ${field}.`);
    const order = this.orderOf(column, index);
    const way = dir === "asc" ? 1 : -1;
    return {
      of: (slot) => {
        const { segment, place } = this.collection.at(slot);
        if (!segment.knows(column.from, place)) return UNKNOWN;
        const cell = segment.columns[index]?.[place] ?? null;
        return isEmpty(cell) ? NO_VALUE : way * valueOf(cell, order);
      },
      learn: (slots) => order.add(this.textsOf(index, slots)),
    };
  }

  private orderOf(column: Column, index: number): Order {
    const known = this.orders.get(column);
    if (known && known.size <= 2 * this.collection.size + STALE) return known;
    const order = new Order(column.plain ? byCodeUnits : this.words);
    order.add(this.textsOf(index, this.collection.all()));
    this.orders.set(column, order);
    return order;
  }

  private *textsOf(index: number, slots: Iterable<Slot>): Generator<string> {
    for (const slot of slots) {
      const { segment, place } = this.collection.at(slot);
      const text = textOf(segment.columns[index]?.[place] ?? null);
      if (text !== null) yield text;
    }
  }
}

export interface Key {
  readonly of: (slot: Slot) => number;
  /** Rows that came: their texts find their places together. */
  readonly learn: (slots: readonly Slot[]) => void;
}

const byCodeUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Of a list, what a person would read. */
function textOf(cell: Cell): string | null {
  if (typeof cell === "string") return cell;
  return typeof cell === "object" && cell !== null ? cell.join(", ") : null;
}

function valueOf(cell: Cell, order: Order): number {
  const text = textOf(cell);
  return text === null ? Number(cell) : order.numberOf(text);
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
  const numbers = keys.map(({ of }) => Float64Array.from(slots, of));
  const ids = slots.map(idOf);
  const order = Uint32Array.from(slots, (_, i) => i);
  order.sort((a, b) => {
    for (const of of numbers) {
      const [one, other] = [of[a] ?? 0, of[b] ?? 0];
      if (one !== other) return one < other ? -1 : 1;
    }
    return byCodeUnits(ids[a] ?? "", ids[b] ?? "");
  });
  return Array.from(order, (i) => slots[i] ?? 0);
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
