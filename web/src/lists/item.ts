/**
 * An item as the screens have it: every fact about it comes from the keyring, which has verified it.
 *
 * The answer of the server stays beside the facts as what it is: bytes for the keyring, and the server's word.
 */
import type { Answered } from "../api/answered";
import type { Branded } from "../crypto/keys";
import type { Audience, AttributeValues, RecordKind, VerifiedItem } from "../keyring/contract";

/** Nothing but this file makes them, and only of what the keyring has verified. */
export type Facts = Branded<Verified, "Facts">;

interface Verified {
  /** Roles that are meant to read it. */
  audience: Audience;
  /** Those of them that have no wrap yet. */
  owed: readonly string[];
  lifecycle: string;
  deleted: boolean;
  /** How many statements its chain has; none where none was verified. */
  revision: number;
  /** Of the newest of them: what is written goes on from it, whatever the answer beside holds by then. */
  hash: string | null;
  /** Null while the first statement is not known. */
  createdAt: string | null;
  createdBy: string | null;
  /** Of the newest statement; null where none was verified. */
  updatedAt: string | null;
  updatedBy: string | null;
}

export type Item<Word = object, Own = object> = Answered<Word> & Facts & Own;

/** One kind of item: what its signed attributes mean. */
export interface ItemKind<Own> {
  readonly kind: RecordKind;
  readonly factsIn: (attributes: AttributeValues) => Own;
}

/** `null`: nothing about it was verified, and it is drawn without facts, in its place. */
export function itemOf<Word extends object, Own extends object>({ factsIn }: ItemKind<Own>, answer: Answered<Word>, verified: VerifiedItem | null): Item<Word, Own> {
  const { id, version, sealed, later, before, word } = answer;
  return { id, version, sealed, later, ...(before && { before }), word, ...factsOf(verified), ...factsIn(verified?.attributes ?? {}) };
}

const NOBODY = [] as unknown as Audience;

/** Of what was refused nothing is known: it answers no question about what an item says, also not with "none". */
export const hasFacts = ({ updatedAt }: Pick<Verified, "updatedAt">): boolean => updatedAt !== null;

/** Of nothing, what is true of an item without a history. */
export function factsOf(verified: VerifiedItem | null): Facts {
  const facts: Verified = {
    audience: verified?.audience ?? NOBODY,
    owed: verified?.owed ?? [],
    lifecycle: textIn(verified?.attributes ?? {}, "state") ?? "active",
    deleted: verified?.deleted ?? false,
    revision: verified?.revision ?? 0,
    hash: verified?.hash ?? null,
    createdAt: verified?.createdAt ?? null,
    createdBy: verified?.creator ?? null,
    updatedAt: verified?.at ?? null,
    updatedBy: verified?.author ?? null,
  };
  return facts as Facts;
}

export function textIn(attributes: AttributeValues, name: string): string | null {
  const value = attributes[name];
  return typeof value === "string" ? value : null;
}

export function flagIn(attributes: AttributeValues, name: string): boolean {
  return attributes[name] === true;
}

export function idsIn(attributes: AttributeValues, name: string): string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function numbersIn(attributes: AttributeValues, name: string): number[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];
}
