/**
 * What the server showed wrongly: the lasting list of this device.
 *
 * Nothing that the server sends takes an entry away. An object with an open entry is not changed from here until a proven
 * state of it was served.
 */
import { ContentAlarm, type AlarmWord } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import type { Signed } from "../../crypto/statements.ts";

export interface AlarmEntry {
  readonly kind: string;
  /** Empty where the answer as a whole was refused. */
  readonly id: Id;
  readonly word: AlarmWord;
  readonly firstAt: number;
  readonly lastAt: number;
  /** How often it was seen. */
  readonly count: number;
  /** Its person has read it. */
  readonly read: boolean;
  /** No proven state was served since. */
  readonly open: boolean;
  /** When anything about it has changed: of two entries the later one holds. */
  readonly changedAt: number;
  readonly evidence: AlarmEvidence;
}

/** What was asked and answered, and what is known: statements, signatures and hashes. No key, and no contents. */
export interface AlarmEvidence {
  /** Of an answer that was refused whole the call, and all that it named. */
  readonly asked: { readonly kind: string; readonly id: Id; readonly route?: string; readonly ids?: readonly Id[] };
  readonly reason: string;
  readonly answered: readonly Signed[];
  readonly known: unknown;
  readonly pin: unknown;
  readonly leaves: readonly unknown[];
}

export interface Alarms {
  readonly entries: Map<string, AlarmEntry>;
  /** Entries that were not written down yet. */
  readonly fresh: Set<string>;
  /** What a late answer may have caused: it counts when nothing newer has come for a while. */
  readonly suspected: Map<string, AlarmEntry>;
  /** When entries came, within the last minute. */
  readonly times: number[];
}

export const noAlarms = (): Alarms => ({ entries: new Map(), fresh: new Set(), suspected: new Map(), times: [] });

const MOST_ENTRIES = 1000;
const MOST_STATEMENTS = 50;
/** An answer that was overtaken by a newer one says nothing about the server. */
const OVERTAKEN_MS = 10_000;
const BURST_MS = 60_000;
const MOST_IN_A_BURST = 10;

type Named = Pick<AlarmEntry, "kind" | "id" | "word">;

export const nameOfAlarm = ({ kind, id, word }: Named): string => `${kind} ${id} ${word}`;

/** Of an object that an answer shows older, or not at all, the next answer may show all. */
const mayBeOvertaken = (word: AlarmWord): boolean => word === "rolled back" || word === "withheld";

export function noteAlarm(alarms: Alarms, word: AlarmWord, evidence: AlarmEvidence, now: number): void {
  const { asked: { kind, id } } = evidence;
  const kept = { ...evidence, answered: evidence.answered.slice(-MOST_STATEMENTS) };
  const entry = { kind, id, word, firstAt: now, lastAt: now, count: 1, read: false, open: true, changedAt: now, evidence: kept };
  const name = nameOfAlarm(entry);
  if (!mayBeOvertaken(word) || alarms.entries.get(name)?.open) return enter(alarms, entry);
  if (!alarms.suspected.has(name)) alarms.suspected.set(name, entry);
}

function enter(alarms: Alarms, entry: AlarmEntry): void {
  const name = nameOfAlarm(entry);
  const before = alarms.entries.get(name);
  // The same again is no new occasion to be told of it, unless it was over in between.
  const again = before?.open ? before.read : false;
  put(alarms, before ? { ...entry, firstAt: before.firstAt, count: before.count + 1, read: again } : entry);
  if (!before?.open) alarms.times.push(entry.lastAt);
}

function put(alarms: Alarms, entry: AlarmEntry): void {
  const name = nameOfAlarm(entry);
  alarms.entries.delete(name);
  alarms.entries.set(name, entry);
  alarms.fresh.add(name);
  for (const oldest of alarms.entries.keys()) {
    if (alarms.entries.size <= MOST_ENTRIES) break;
    alarms.entries.delete(oldest);
  }
}

/** What nothing newer has come for counts from now on. Answers whether anything is still in doubt. */
export function confirmAlarms(alarms: Alarms, now: number): boolean {
  for (const [name, entry] of alarms.suspected) {
    if (now - entry.firstAt < OVERTAKEN_MS) continue;
    alarms.suspected.delete(name);
    enter(alarms, { ...entry, lastAt: now, changedAt: now });
  }
  return alarms.suspected.size > 0;
}

/** More of them within a minute than single objects explain. */
export function isBurst({ times }: Alarms, now: number): boolean {
  const recent = times.filter((at) => now - at < BURST_MS);
  times.splice(0, times.length, ...recent);
  return recent.length > MOST_IN_A_BURST;
}

const entriesOf = ({ entries }: Alarms, kind: string, id: Id) => [...entries.values()].filter((entry) => entry.kind === kind && entry.id === id);

/** A state was served that is as new as anything known; if it is proven, the object may be changed again. */
export function settleAlarms(alarms: Alarms, kind: string, id: Id, proven: boolean, now: number): void {
  for (const word of ["rolled back", "withheld"] as const) alarms.suspected.delete(nameOfAlarm({ kind, id, word }));
  if (!proven) return;
  for (const entry of entriesOf(alarms, kind, id)) if (entry.open) put(alarms, { ...entry, open: false, changedAt: now });
}

/** Something was refused of it, and no proven state of it was served since. */
export const hasOpenAlarm = (alarms: Alarms, kind: string, id: Id): boolean => entriesOf(alarms, kind, id).some(({ open }) => open);

/** After an alarm an object is not changed from this device. */
export function demandNoAlarm(alarms: Alarms, kind: string, id: Id): void {
  const open = entriesOf(alarms, kind, id).find((entry) => entry.open);
  if (open) throw new ContentAlarm(open.word, "No proven state of it was served since.");
}

export function markRead(alarms: Alarms, names: readonly string[], now: number): void {
  for (const name of names) {
    const entry = alarms.entries.get(name);
    if (entry && !entry.read) put(alarms, { ...entry, read: true, changedAt: now });
  }
}

/** Takes what was written down before, which may come in any order and from other tabs. */
export function recallAlarms(alarms: Alarms, entries: readonly AlarmEntry[]): void {
  const all = [...alarms.entries.values(), ...entries].sort((left, right) => left.changedAt - right.changedAt);
  alarms.entries.clear();
  for (const entry of all.slice(-2 * MOST_ENTRIES)) {
    const before = alarms.entries.get(nameOfAlarm(entry));
    alarms.entries.delete(nameOfAlarm(entry));
    alarms.entries.set(nameOfAlarm(entry), before ? { ...entry, firstAt: Math.min(before.firstAt, entry.firstAt), count: Math.max(before.count, entry.count) } : entry);
  }
  for (const oldest of [...alarms.entries.keys()].slice(0, Math.max(0, alarms.entries.size - MOST_ENTRIES))) alarms.entries.delete(oldest);
}
