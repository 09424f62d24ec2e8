/** The rows that a view has now, in order. A change moves only the rows that it is about. */
import type { Changed, Collection, Slot } from "./collection.ts";
import type { Group, View } from "./messages.ts";
import type { Cell } from "./row.ts";
import { fits, found, isNear, partsOf, typed, type Typed } from "./search.ts";
import { byGroup, byRank, NEWEST, placeIn, sorted, type Key, type Orders } from "./sorting.ts";
import { asking, isEmpty, NotAskable, type Asks } from "./where.ts";

export class Result {
  readonly view: View;
  slots: readonly Slot[] = [];
  private readonly collection: Collection;
  private readonly asks: Asks | null;
  private readonly typed: Typed;
  private readonly keys: readonly Key[];
  private readonly groupColumn: number;
  /** Nothing holds what was typed, and these come near it. */
  isNearOnly = false;

  /** `before`: what the same view had for the beginning of the text. Throws where the view can not be asked. */
  constructor(collection: Collection, orders: Orders, view: View, before?: Result) {
    this.collection = collection;
    this.view = view;
    this.typed = typed(view.text);
    this.asks = view.where === null ? null : asking(view.where, collection.kind);
    const { columns } = collection.kind;
    for (const [i, { field, or = field }] of view.sort.entries()) {
      if (![field, or].every((one) => columns.some(({ name }) => name === one))) throw new NotAskable(`sort.${i}`);
    }
    const group = groupField(view);
    this.groupColumn = columns.findIndex(({ name }) => name === group);
    if (view.group !== null && this.groupColumn < 0) throw new NotAskable("group");
    this.keys = keysOf(collection, orders, view, this.typed);
    this.find(before && isNarrower(before, view) ? before.slots : null);
  }

  private readonly idOf = (slot: Slot): string => this.collection.segmentOf(slot).ids[this.collection.placeOf(slot)] ?? "";

  /** Where it stands among finds of all kinds, where nothing else orders them: the lower numbers, the earlier. */
  readonly rankOf = (slot: Slot): number[] => this.keys.map(({ of }) => of(slot));

  get ids(): string[] {
    return this.slots.map(this.idOf);
  }

  update(changed: Changed): void {
    // Whether rows come near matters only for as long as none holds it: that is a question to all of them.
    if (this.isNearOnly) return this.find(null);
    const left = changed.dead.size === 0 ? this.slots : this.slots.filter((slot) => !changed.dead.has(slot));
    const coming = changed.put.filter((slot) => this.passes(slot) && this.holds(slot));
    if (left.length + coming.length === 0 && this.typed.terms.length > 0) return this.find(null);
    this.slots = this.merged(left, coming);
  }

  /** Rows of the same group stand together. */
  groups(slots: readonly Slot[] = this.slots): Group[] {
    const { group } = this.view;
    const steps = typeof group === "object" && group !== null ? group.steps : null;
    const groups: { key: Cell; known: boolean; from: number; count: number }[] = [];
    let last: string | undefined;
    slots.forEach((slot, from) => {
      const { segment, place } = this.collection.at(slot);
      const known = segment.knows(this.groupColumn, place);
      const cell = known ? (segment.columns[this.groupColumn]?.[place] ?? null) : null;
      const key = isEmpty(cell) ? null : steps ? steps.filter((step) => String(cell) >= step).length : cell;
      const name = JSON.stringify([known, key]);
      if (name !== last) groups.push({ key, known, from, count: 0 });
      last = name;
      const group = groups.at(-1);
      if (group) group.count += 1;
    });
    return groups;
  }

  /** How many rows have which value; of a list, each of its values counts. */
  facets(column: string): { value: Cell; count: number }[] {
    const index = this.collection.kind.columns.findIndex(({ name }) => name === column);
    if (index < 0) throw new NotAskable("column");
    const counts = new Map<Cell, number>();
    const count = (value: Cell) => counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const slot of this.slots) {
      const { segment, place } = this.collection.at(slot);
      if (!segment.knows(index, place)) continue;
      const cell = segment.columns[index]?.[place] ?? null;
      if (isEmpty(cell)) count(null);
      else if (Array.isArray(cell)) new Set(cell as readonly string[]).forEach(count);
      else count(cell);
    }
    return [...counts].map(([value, many]) => ({ value, count: many })).sort((a, b) => b.count - a.count);
  }

  private passes(slot: Slot): boolean {
    if (this.collection.isGone(this.idOf(slot))) return false;
    return this.asks === null || this.asks(this.collection.segmentOf(slot), this.collection.placeOf(slot)) === "yes";
  }

  private holds(slot: Slot): boolean {
    return fits(this.typed, this.collection.segmentOf(slot), this.collection.placeOf(slot));
  }

  private find(among: readonly Slot[] | null): void {
    const exact = among ? among.filter((slot) => this.holds(slot)) : [...this.scan()].filter((slot) => this.passes(slot));
    this.isNearOnly = exact.length === 0 && this.typed.terms.length > 0;
    this.slots = sorted(this.isNearOnly ? this.near() : exact, this.keys, this.idOf);
  }

  private *scan(): Generator<Slot> {
    if (this.typed.terms.length === 0) yield* this.collection.all();
    else for (const { segment, first } of this.collection.parts()) for (const place of found(this.typed, segment)) yield first + place;
  }

  private near(): Slot[] {
    const near = new Set<Slot>();
    for (const { segment, first } of this.collection.parts()) {
      for (const part of partsOf(this.typed.terms[0] ?? "")) {
        for (const place of found({ terms: [part] }, segment)) if (isNear(this.typed, segment.titleIn(place))) near.add(first + place);
      }
    }
    return [...near].filter((slot) => this.passes(slot));
  }

  private merged(left: readonly Slot[], coming: readonly Slot[]): readonly Slot[] {
    if (coming.length === 0) return left;
    const fresh = sorted(coming, this.keys, this.idOf);
    const merged: Slot[] = [];
    let at = 0;
    for (const slot of fresh) {
      const to = placeIn(left, slot, this.keys, this.idOf);
      for (; at < to; at += 1) merged.push(left[at] ?? 0);
      merged.push(slot);
    }
    for (; at < left.length; at += 1) merged.push(left[at] ?? 0);
    return merged;
  }
}

function keysOf(collection: Collection, orders: Orders, { sort, group }: View, typed: Typed): Key[] {
  const field = groupField({ group });
  const first = field === null ? [] : [orders.by(sort.find((one) => one.field === field) ?? { field, dir: "asc" })];
  const grouped = typeof group === "string" ? [...first, byGroup(collection, group)] : first;
  if (sort.length > 0) return [...grouped, ...sort.map((one) => orders.by(one))];
  return [...grouped, ...(typed.terms.length === 0 ? [] : [byRank(collection, typed)]), orders.by(NEWEST)];
}

const groupField = ({ group }: Pick<View, "group">): string | null => (typeof group === "string" ? group : (group?.field ?? null));

/** Whoever holds the longer text held its beginning. */
function isNarrower(before: Result, view: View): boolean {
  const { where, kind, text } = before.view;
  return view.kind === kind && JSON.stringify(view.where) === JSON.stringify(where) && typed(view.text).whole.startsWith(typed(text).whole);
}
