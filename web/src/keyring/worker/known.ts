/**
 * What this device knows of objects: what it has proven or written, and the highest revision that it has seen.
 *
 * It is what a chain goes on from, the floor below which an object is rolled back, and the list against which a whole
 * answer is held.
 */
import type { Id } from "../../crypto/ids.ts";
import { holds, type KeyState } from "../../crypto/keyLog/state.ts";

/** The newest link of a chain that this device has proven whole. */
export interface ProvenLink {
  readonly seq: number;
  readonly hash: string;
  /** In force after it. */
  readonly audience: readonly Id[];
  readonly deleted: boolean;
  /** Of the first link, with its time. */
  readonly creator: string;
  readonly createdAt: number;
}

export interface KnownObject {
  readonly kind: string;
  readonly id: Id;
  /** The highest revision that was verified: an older one never passes again. */
  readonly floor: number;
  readonly proven: ProvenLink | null;
  /** Of what belongs to another object, that one. */
  readonly within?: Id;
  /** When this page has proven it; an answer that was asked for before says nothing about it. */
  readonly since?: number;
}

/** Objects by the tag that their leaves bear, and those of them that were not written down yet. */
export interface KnownObjects {
  readonly byTag: Map<string, KnownObject>;
  readonly fresh: Set<string>;
  /** Proven links that are older than what is known, by tag and revision: bases that somebody still writes on. */
  readonly earlier: Map<string, ProvenLink>;
}

export const nothingKnown = (): KnownObjects => ({ byTag: new Map(), fresh: new Set(), earlier: new Map() });

const placeOf = (tag: string, seq: number) => `${tag} ${seq}`;

export function earlierOf({ earlier }: KnownObjects, tag: string, seq: number): ProvenLink | null {
  return earlier.get(placeOf(tag, seq)) ?? null;
}

/** Of two states of knowledge the further one, in each respect. */
function further(left: KnownObject | undefined, right: KnownObject): KnownObject {
  if (!left) return right;
  const proven = (left.proven?.seq ?? 0) >= (right.proven?.seq ?? 0) ? left.proven : right.proven;
  const { since } = proven === left.proven ? left : right;
  const within = right.within ?? left.within;
  return {
    kind: right.kind, id: right.id, floor: Math.max(left.floor, right.floor), proven,
    ...(within === undefined ? {} : { within }), ...(since === undefined ? {} : { since }),
  };
}

/** Takes what was written down before, which may come in any order. */
export function recall({ byTag }: KnownObjects, objects: readonly (readonly [string, KnownObject])[]): void {
  for (const [tag, { kind, id, floor, proven, within }] of objects) {
    byTag.set(tag, further(byTag.get(tag), { kind, id, floor, proven, ...(within === undefined ? {} : { within }) }));
  }
}

/** What was found out about an object. */
export function learn(known: KnownObjects, tag: string, found: KnownObject): void {
  const before = known.byTag.get(tag);
  if (found.proven && before?.proven && found.proven.seq < before.proven.seq) known.earlier.set(placeOf(tag, found.proven.seq), found.proven);
  const after = further(before, found);
  if (before?.floor === after.floor && before.proven === after.proven && before.within === after.within) return;
  known.byTag.set(tag, after);
  known.fresh.add(tag);
}

/** What an object belongs to, which never changes. */
export function noteWithin(known: KnownObjects, tag: string, within: Id): void {
  const object = known.byTag.get(tag);
  if (object && object.within !== within) learn(known, tag, { ...object, within });
}

/** Whether a person still reads what this device has proven, by the log: then an answer without it leaves something out. */
export function isExpected(state: KeyState, user: Id, { proven }: KnownObject): boolean {
  return proven !== null && !proven.deleted && proven.audience.some((role) => holds(state, role, user));
}
