/** All rows of one kind that this tab has opened, and where each stands. */
import { Acts, type Members, type Says } from "./acts.ts";
import type { DeskKind } from "./kind.ts";
import type { Ended, Opened, Reworded } from "./row.ts";
import { Segment, type Known } from "./segment.ts";

/** Of one segment: what is searched as one string, and one day written as one box. */
const SEGMENT_ROWS = 512;

/** Of rows that acts of this page took out: as many as one notice takes back. */
const MOST_TAKEN = 1000;

/** Segment and place of a row in one number: small enough to be sorted and kept by the ten thousands. */
export type Slot = number;

interface Spot {
  readonly segment: Segment;
  readonly place: number;
}

/** Which slots are dead since the last change, and which hold something new. */
export interface Changed {
  readonly dead: ReadonlySet<Slot>;
  readonly put: readonly Slot[];
  /** Of which rows anything is another than before; those that were merely moved are not named. */
  readonly ids: ReadonlySet<string>;
}

export class Collection {
  readonly kind: DeskKind;
  /** Nothing where a segment was emptied; its number is given to the next one. */
  private readonly segments: (Segment | undefined)[] = [];
  private readonly slots = new Map<string, Slot>();
  /** By which statement a row has left: an answer of before does not bring it back. */
  private readonly ended = new Map<string, number>();
  private readonly acts = new Acts();
  /** What acts of this page took out, as it was, and with what was saved of it: an act that takes that back shows it at once. */
  private readonly taken = new Map<string, Opened>();
  /** By which statement what is coming back had left. */
  private readonly returning = new Map<string, number>();
  private newest = -1;
  private readonly nextStamp: () => number;
  /** Of a segment. */
  readonly rows: number;

  constructor(kind: DeskKind, nextStamp: () => number, rows = SEGMENT_ROWS) {
    this.kind = kind;
    this.nextStamp = nextStamp;
    this.rows = rows;
  }

  get size(): number {
    return this.slots.size - this.acts.gone().filter((id) => this.slots.has(id)).length;
  }

  ids = (): Set<string> => new Set(this.slots.keys());

  slotOf = (id: string): Slot | undefined => this.slots.get(id);

  /** What an act of this page has taken out of its list stands in none, and is kept until it is known what became of the act. */
  isGone = (id: string): boolean => this.acts.isGone(id);

  segmentOf(slot: Slot): Segment {
    const segment = this.segments[Math.floor(slot / this.rows)];
    if (!segment) throw new Error("Nothing stands here any more.");
    return segment;
  }

  placeOf = (slot: Slot): number => slot % this.rows;

  at(slot: Slot): Spot {
    return { segment: this.segmentOf(slot), place: this.placeOf(slot) };
  }

  /** The segments, each with the slot of its first place. */
  *parts(): Generator<{ segment: Segment; first: Slot }> {
    for (const [number, segment] of this.segments.entries()) if (segment) yield { segment, first: number * this.rows };
  }

  /** All rows, segment by segment. */
  all(): Slot[] {
    const slots: Slot[] = [];
    for (const { segment, first } of this.parts()) {
      for (let place = 0; place < segment.size; place += 1) if (segment.lives(place)) slots.push(first + place);
    }
    return slots;
  }

  /** What is older than what is known changes nothing. */
  put(rows: readonly Opened[]): Changed {
    const note = new Note();
    for (const row of rows) {
      const before = this.slots.get(row.id);
      const known = before === undefined ? null : this.knownOf(before);
      if (!this.isNews(row, before, known)) continue;
      this.acts.reached(row.id, row.version);
      this.returning.delete(row.id);
      this.taken.delete(row.id);
      this.stand(row, before, known, note);
    }
    this.empty(note);
    return note.told();
  }

  /** What was verified of them stays as it is. */
  reword(rows: readonly Reworded[]): Changed {
    return this.put(rows.flatMap(({ id, version, word }) => {
      const slot = this.slots.get(id);
      const row = slot === undefined ? null : this.segmentOf(slot).rowOf(this.placeOf(slot));
      return row?.version === version ? [{ ...row, word }] : [];
    }));
  }

  end(rows: readonly Ended[]): Changed {
    const note = new Note();
    for (const { id, revision } of rows) {
      const slot = this.slots.get(id);
      const known = slot === undefined ? 0 : (this.knownOf(slot)?.revision ?? 0);
      // It came back by a later statement.
      if (revision !== null && (revision < known || revision <= (this.returning.get(id) ?? -1))) continue;
      if (revision !== null) this.ended.set(id, Math.max(revision, this.ended.get(id) ?? 0));
      if (slot === undefined) continue;
      if (this.isGone(id)) this.take(id, slot);
      else this.acts.left(id);
      this.leave(id, slot, note);
    }
    this.empty(note);
    return note.told();
  }

  /** Something is changed here, and shown before anybody has answered. */
  act(n: number, id: string, says: Says): Changed {
    this.acts.begin(n, id, says);
    const row = this.slots.has(id) ? undefined : this.taken.get(id);
    if (says !== "back" || !row) return this.again(id);
    this.returning.set(id, this.ended.get(id) ?? 0);
    const note = new Note();
    this.stand(row, undefined, null, note);
    return note.told();
  }

  /** What became of it: the version that holds it, or null. */
  settle(n: number, id: string, version: number | null): Changed {
    const slot = this.slots.get(id);
    this.acts.end(n, id, version, slot === undefined ? 0 : (this.knownOf(slot)?.version ?? 0));
    const left = this.returning.get(id);
    if (version !== null || left === undefined || slot === undefined || this.acts.isComing(id)) return this.again(id);
    // It does not come back: it stays as ended as it was.
    this.returning.delete(id);
    return this.end([{ id, revision: left }]);
  }

  /** What is on its way for a row, in order. */
  ahead(id: string): readonly Members[] {
    return this.acts.ahead(id);
  }

  signs(id: string): Members | null {
    return this.acts.signs(id);
  }

  private take(id: string, slot: Slot): void {
    const row = this.segmentOf(slot).rowOf(this.placeOf(slot));
    if (row) this.taken.set(id, row);
    const [oldest] = this.taken.keys();
    if (this.taken.size <= MOST_TAKEN || oldest === undefined) return;
    this.taken.delete(oldest);
    this.acts.left(oldest);
  }

  private leave(id: string, slot: Slot, note: Note): void {
    this.kill(slot, note);
    this.slots.delete(id);
    note.ids.add(id);
  }

  /** The same row, with what is on its way by now. */
  private again(id: string): Changed {
    const note = new Note();
    const slot = this.slots.get(id);
    const row = slot === undefined ? null : this.segmentOf(slot).rowOf(this.placeOf(slot));
    if (slot !== undefined && row) this.stand(row, slot, this.knownOf(slot), note);
    this.empty(note);
    return note.told();
  }

  /** In the newest segment, in place of where it stood. */
  private stand(row: Opened, before: Slot | undefined, known: Known | null, note: Note): void {
    if (before !== undefined) this.kill(before, note);
    this.ended.delete(row.id);
    const slot = this.room();
    this.segmentOf(slot).put(row, this.nextStamp(), known, this.acts.shown(row));
    this.slots.set(row.id, slot);
    note.put.add(slot);
    note.ids.add(row.id);
  }

  private knownOf(slot: Slot): Known | null {
    const { segment, place } = this.at(slot);
    return segment.knownOf(place);
  }

  /**
   * Whether a row says something that is not known yet.
   *
   * The newer statement holds, of equals the higher version, and of these what is proven. A word of an alarm takes the place
   * of contents that are not newer than what it was found of; what is merely being opened takes the place of nothing.
   */
  private isNews(row: Opened, slot: Slot | undefined, known: Known | null): boolean {
    const revision = row.item?.revision ?? null;
    if (slot === undefined || !known) return !this.hasEnded(row, revision);
    const { segment, place } = this.at(slot);
    if (JSON.stringify(row) === segment.jsonOf(place)) return false;
    // What is withheld stands in no answer that would have a version.
    if (row.state === "withheld") return true;
    if (row.version < known.version) return false;
    if (row.state === "opening") return segment.states[place] === "opening";
    if (revision === null) return true;
    if (revision < known.revision) return false;
    const isSame = revision === known.revision && row.version === known.version;
    return !(isSame && known.grade === "proven" && row.item?.grade !== "proven");
  }

  /** Of what does not open and was not verified it is not known when it was written: it is shown, as what it is. */
  private hasEnded({ id, state }: Opened, revision: number | null): boolean {
    const ended = this.ended.get(id);
    return ended !== undefined && (revision === null ? state === "opening" : revision <= ended);
  }

  private kill(slot: Slot, note: Note): void {
    const { segment, place } = this.at(slot);
    segment.kill(place);
    note.kill(slot);
  }

  /** A slot in the newest segment. */
  private room(): Slot {
    const now = this.segments[this.newest];
    if (!now || now.size >= this.rows) {
      now?.close();
      const free = this.segments.findIndex((segment) => segment === undefined);
      this.newest = free < 0 ? this.segments.length : free;
      this.segments[this.newest] = new Segment(this.kind);
      return this.newest * this.rows;
    }
    return this.newest * this.rows + now.size;
  }

  /** A segment of which less than half lives moves to the newest one: dead places are passed over by every search. */
  private empty(note: Note): void {
    for (const [number, segment] of this.segments.entries()) {
      if (!segment || segment.size < this.rows || number === this.newest || segment.alive * 2 >= this.rows) continue;
      for (let place = 0; place < this.rows; place += 1) {
        const id = segment.ids[place] ?? null;
        if (id === null) continue;
        const from = number * this.rows + place;
        const to = this.room();
        this.at(to).segment.move(segment, place);
        this.slots.set(id, to);
        note.kill(from);
        note.put.add(to);
      }
      this.segments[number] = undefined;
    }
  }
}

/** Put and killed within one change, a slot is neither. */
class Note {
  readonly dead = new Set<Slot>();
  readonly put = new Set<Slot>();
  readonly ids = new Set<string>();

  kill(slot: Slot): void {
    if (!this.put.delete(slot)) this.dead.add(slot);
  }

  told(): Changed {
    return { dead: this.dead, put: [...this.put], ids: this.ids };
  }
}
