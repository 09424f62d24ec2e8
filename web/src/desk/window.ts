/**
 * One subscription of the page: a window of a view, and what the page holds of it.
 *
 * One push is under way at most; the next one waits until the page has taken it, so a slow page is never flooded. What the
 * page held before stands beside it for as long: when the page had moved on meanwhile, it drops that push, and has none of its rows.
 */
import type { Collection, Slot } from "./collection.ts";
import type { Group, Push, Stage } from "./messages.ts";
import type { Result } from "./result.ts";
import type { Row } from "./row.ts";
import { shownRow, wholeRow } from "./shownRow.ts";

type Stamps = ReadonlyMap<string, number>;

const NOTHING: Stamps = new Map();

/** What a page looks at. */
interface Turn {
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}

export class Window {
  readonly n: number;
  result: Result;
  /** With all that is known of each row. */
  private readonly isWhole: boolean;
  private from: number;
  private to: number;
  private turn: number;
  /** What the page has, by stamp. */
  private held: Stamps = NOTHING;
  /** The push under way, with what the page has when it takes it. */
  private sent: { readonly held: Stamps; readonly turn: number } | null = null;
  /** What the page was told last, but for rows; an equal push is none. */
  private told = "";
  private isStale = true;
  /** While places are held: how the rows stood when that began. */
  private stood: readonly string[] | null = null;

  constructor(n: number, result: Result, { turn, from, to, whole }: Turn & { readonly whole: boolean }) {
    this.n = n;
    this.result = result;
    this.isWhole = whole;
    [this.turn, this.from, this.to] = [turn, from, to];
  }

  move({ turn, from, to }: Turn): void {
    [this.turn, this.from, this.to] = [turn, from, to];
    this.isStale = true;
  }

  show(result: Result, turn: Turn): void {
    this.result = result;
    if (this.stood) this.stood = result.ids;
    this.move(turn);
  }

  hold(held: boolean): void {
    this.stood = held ? (this.stood ?? this.result.ids) : null;
    this.isStale = true;
  }

  /** Rows of its kind changed. */
  stale(): void {
    this.isStale = true;
  }

  /** Where the page had moved before it had the last push, it took nothing of it. */
  got(turn: number, taken: boolean): void {
    // It was about a view that was refused and closed since.
    if (this.sent?.turn !== turn) return;
    if (taken) this.held = this.sent.held;
    this.sent = null;
  }

  /** What the page is told next; nothing while it still has a push before it, or where nothing is another than it has. */
  push(collection: Collection, stage: Stage): Push | null {
    if (this.sent || !this.isStale) return null;
    this.isStale = false;
    const { view } = this.result;
    const slots = this.slots(collection);
    const [from, to] = within(this.from, this.to, slots.length);
    const rows: Row[] = [];
    const held = new Map<string, number>();
    const ids = slots.slice(from, to).map((slot) => {
      const { segment, place } = collection.at(slot);
      const [id, stamp] = [segment.ids[place] ?? "", segment.stamps[place] ?? 0];
      held.set(id, stamp);
      if (this.held.get(id) !== stamp) rows.push(this.isWhole ? wholeRow(collection, slot) : shownRow(collection, slot));
      return id;
    });
    const groups: { groups?: readonly Group[] } = view.group === null ? {} : { groups: this.result.groups(slots) };
    const frame = { n: this.n, turn: this.turn, stage, count: slots.length, all: collection.size, waiting: this.waiting(), ...groups, from, ids };
    const told = JSON.stringify(frame);
    if (told === this.told && rows.length === 0) return null;
    this.told = told;
    this.sent = { held, turn: this.turn };
    return { ...frame, rows };
  }

  /** What has ended leaves also where places are held. */
  private slots(collection: Collection): readonly Slot[] {
    return this.stood ? this.stood.flatMap((id) => (collection.isGone(id) ? [] : (collection.slotOf(id) ?? []))) : this.result.slots;
  }

  private waiting(): number {
    if (!this.stood) return 0;
    const stood = new Set(this.stood);
    return this.result.ids.filter((id) => !stood.has(id)).length;
  }
}

/** A window that reaches over an end stands at it. */
function within(from: number, to: number, count: number): [number, number] {
  const start = Math.max(0, Math.min(Math.floor(from) || 0, count));
  return [start, Math.max(start, Math.min(Math.floor(to) || 0, count))];
}
