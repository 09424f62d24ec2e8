/**
 * A few hundred rows of one kind, in columns: cells as arrays, and the folded texts of all rows as one string.
 *
 * A row stands where it was put; what changed is put elsewhere, and its former place is dead.
 */
import { Bodies } from "./bodies.ts";
import { knows, type DeskKind } from "./kind.ts";
import { madeOf, PART, textOf, type Made } from "./made.ts";
import type { Cell, Opened, RowState } from "./row.ts";

/** What stands beside the columns, to judge what comes later by it. */
export interface Known {
  readonly version: number;
  readonly revision: number;
  readonly grade: "verified" | "proven" | null;
}

export class Segment {
  /** Null where the place is dead. */
  readonly ids: (string | null)[] = [];
  readonly stamps: number[] = [];
  readonly states: RowState[] = [];
  readonly columns: readonly Cell[][];
  alive = 0;
  private readonly kind: DeskKind;
  private readonly known: (Known | null)[] = [];
  private readonly bodies = new Bodies();
  private readonly ends: number[] = [];
  private joined = "";
  private pieces: string[] = [];

  constructor(kind: DeskKind) {
    this.kind = kind;
    this.columns = kind.columns.map(() => []);
  }

  get size(): number {
    return this.ids.length;
  }

  /** Answers the place. Of what was refused, version and revision are those that were known before. `shown` is the row with what is on its way. */
  put(row: Opened, stamp: number, before?: Known | null, shown = row): number {
    const place = this.size;
    this.ids.push(row.id);
    this.stamps.push(stamp);
    this.states.push(row.state);
    this.kind.columns.forEach(({ of }, i) => this.columns[i]?.push(of(shown)));
    this.known.push({
      version: Math.max(row.version, row.item ? 0 : (before?.version ?? 0)), revision: row.item?.revision ?? before?.revision ?? 0, grade: row.item?.grade ?? null,
    });
    const { json, text } = madeOf(this.kind, row, shown);
    this.bodies.add(json);
    this.write(text);
    this.alive += 1;
    return place;
  }

  /** The same row from another segment, as it stands there. */
  move(from: Segment, place: number): number {
    const to = this.size;
    this.ids.push(from.ids[place] ?? null);
    this.stamps.push(from.stamps[place] ?? 0);
    this.states.push(from.states[place] ?? "opening");
    this.columns.forEach((column, i) => column.push(from.columns[i]?.[place] ?? null));
    this.known.push(from.known[place] ?? null);
    this.bodies.add(from.bodies.read(place));
    this.write(from.text.slice(from.startOf(place), from.endOf(place)));
    this.alive += 1;
    from.kill(place);
    return to;
  }

  /** No more rows come. */
  close(): void {
    this.bodies.trim();
  }

  /** What stood here is let go, but for its place in the text. */
  kill(place: number): void {
    this.ids[place] = null;
    this.known[place] = null;
    this.bodies.clear(place);
    for (const column of this.columns) column[place] = null;
    this.alive -= 1;
  }

  lives = (place: number): boolean => (this.ids[place] ?? null) !== null;

  knownOf = (place: number): Known | null => this.known[place] ?? null;

  /** As JSON: whether another one says the same, is asked of the text. */
  jsonOf = (place: number): string => this.bodies.read(place);

  /** As it is kept. What is on its way is no part of it (`isAhead`), also not of what it is found by. */
  madeAt(place: number, isAhead: boolean): Made {
    const json = this.jsonOf(place);
    return { json, text: isAhead ? textOf(this.kind, JSON.parse(json) as Opened) : this.text.slice(this.startOf(place), this.endOf(place)) };
  }

  rowOf(place: number): Opened | null {
    return this.lives(place) ? (JSON.parse(this.jsonOf(place)) as Opened) : null;
  }

  /** Whether something is known of this column; that it has no value is known as well. */
  knows(column: number, place: number): boolean {
    const from = this.kind.columns[column]?.from ?? "payload";
    return knows(from, this.states[place] ?? "opening", (this.known[place]?.grade ?? null) !== null, this.columns[column]?.[place] ?? null);
  }

  /** Joined when it is read: rows come hundreds at a time, and are searched later. */
  get text(): string {
    if (this.pieces.length > 0) {
      this.joined += this.pieces.join("");
      this.pieces = [];
    }
    return this.joined;
  }

  startOf = (place: number): number => (place === 0 ? 0 : (this.ends[place - 1] ?? 0));
  endOf = (place: number): number => this.ends[place] ?? 0;

  /** The place whose text holds this position, or comes after it, looked for from a place before. */
  placeAt(position: number): number {
    let [low, high] = [0, this.size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.endOf(middle) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  titleIn(place: number): string {
    const start = this.startOf(place);
    return this.text.slice(start, this.text.indexOf(PART, start));
  }

  private write(text: string): void {
    this.ends.push((this.ends.at(-1) ?? 0) + text.length);
    this.pieces.push(text);
  }
}
