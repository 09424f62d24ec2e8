/**
 * Who has changed their own name lately, and what they were called before.
 *
 * Whoever may change what they are called could take the name of somebody else. So a change that nobody but its person has
 * signed is shown with the name before it, for thirty days or until a member who manages members has signed the name too.
 * The record holds commitments and no names: which one stood under the commitment before is what this device has seen.
 */
import type { PersonName } from "../../crypto/commitments.ts";
import type { Id } from "../../crypto/ids.ts";
import { currentState, type LogBook } from "./logBook.ts";

export const SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** Names that this device has seen to fit, by their commitment. */
export interface Names {
  readonly byCommitment: Map<string, PersonName>;
  /** Those that were not written down yet. */
  readonly fresh: Set<string>;
}

export type NameEntry = readonly [commitment: string, name: PersonName];

export interface Renaming {
  readonly user: Id;
  readonly at: number;
  /** Nothing where this device never saw it. */
  readonly before: PersonName | null;
}

interface OwnChange {
  readonly at: number;
  /** In force before the first change that nobody else has signed. */
  readonly before: string;
}

export const noNames = (): Names => ({ byCommitment: new Map(), fresh: new Set() });

export function noteName({ byCommitment, fresh }: Names, commitment: string, { name, email }: PersonName): void {
  if (byCommitment.has(commitment)) return;
  byCommitment.set(commitment, { name, email });
  fresh.add(commitment);
}

export function recallNames({ byCommitment }: Names, kept: readonly NameEntry[]): void {
  for (const [commitment, name] of kept) byCommitment.set(commitment, name);
}

/** Nobody gets rid of the name before by changing it twice: it is the last one that counted as more than their own word. */
function ownChanges(book: LogBook, now: number): ReadonlyMap<Id, OwnChange> {
  const declared = new Map<string, string>();
  const inForce = new Map<Id, string>();
  const changes = new Map<Id, OwnChange>();
  /** Where a statement stands tells that it is no older than those before it, whatever time its author wrote. */
  let reached = 0;
  for (const { entry, verdict } of book.entries) {
    if (entry.is !== "statement" || verdict.is !== "valid") continue;
    const { statement, hash } = entry;
    if (statement.createdAt <= now) reached = Math.max(reached, statement.createdAt);
    const at = Math.min(Math.max(statement.createdAt, reached), now);
    if (statement.type === "device.add" && statement.personCommitment !== null) {
      declared.set(hash, statement.personCommitment);
      if (statement.how === "genesis") inForce.set(statement.user, statement.personCommitment);
    } else if (statement.type === "user.vouch") {
      inForce.set(statement.user, declared.get(statement.addHash) ?? "");
      changes.delete(statement.user);
    } else if (statement.type === "user.person") {
      const { user, authorUser, personCommitment } = statement;
      const earlier = changes.get(user);
      if (authorUser !== user) changes.delete(user);
      else if (earlier && at - earlier.at < SHOWN_MS) changes.set(user, { at, before: earlier.before });
      else changes.set(user, { at, before: inForce.get(user) ?? "" });
      inForce.set(user, personCommitment);
    }
  }
  return changes;
}

export function renamings(book: LogBook, names: Names, now: number): Renaming[] {
  const { users } = currentState(book);
  return [...ownChanges(book, now)].flatMap(([user, { at, before }]) => {
    if (now - at >= SHOWN_MS) return [];
    const [former, current] = [before, users[user]?.personCommitment ?? ""].map((one) => names.byCommitment.get(one));
    // Signed once more and not changed.
    if (former && current && former.name === current.name && former.email === current.email) return [];
    return [{ user, at, before: former ?? null }];
  });
}
