/** Rows and a kind for tests: a few columns of every type, and texts of several scripts that are easily confused. */
import fc from "fast-check";

import type { VerifiedItem } from "../../keyring/contract.ts";
import { deskKind, plain } from "../kind.ts";
import type { Opened } from "../row.ts";

export interface Thing {
  readonly name: string;
  readonly notes: string;
  readonly city?: string | undefined;
  readonly size?: number | undefined;
  readonly kept?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly endOn?: string | undefined;
}

export const THING = deskKind<Thing>({
  kind: "contact", version: 1, title: ({ name }) => name,
  columns: { city: ({ city }) => city, size: ({ size }) => size, kept: ({ kept }) => kept, tags: ({ tags }) => tags, endOn: plain(({ endOn }) => endOn) },
  either: { due: ({ attributes }, payload) => (typeof attributes["due"] === "string" ? attributes["due"] : payload?.endOn) },
  word: { rank: ({ rank }) => (typeof rank === "string" ? rank : null) },
  words: ({ notes, city }) => [notes, city].filter(Boolean).join(" "),
});

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

interface ItemOf {
  readonly id: string;
  readonly revision: number;
  readonly at: number;
  readonly grade?: "verified" | "proven";
  readonly state?: string;
  readonly due?: string | null;
}

export const itemOf = ({ id, revision, at, grade = "proven", state = "active", due = null }: ItemOf): VerifiedItem =>
  ({
    id, kind: "contact", revision, contentRevision: revision, schema: 1, hash: `hash ${revision}`, attributes: { state, due }, audience: ["role"], owed: [], fileIds: [],
    author: "clara", device: "device", at: new Date(at).toISOString(), creator: "clara", createdAt: new Date(0).toISOString(), deleted: false, behind: [], placed: true, grade,
  }) as unknown as VerifiedItem;

/** Several are the same to a language, and others when their marks are kept. */
export const WORDS = [
  "Anna", "anna", "Änna", "Annabel", "Hanna", "Мария", "мария", "Йод", "иод", "محمد", "مُحَمَّد", "أحمد", "Zoë", "zoe", "İstanbul", "istanbul",
  "ΟΔΟΣ", "οδός", "한글", "하나", "𝒜lpha", "file 2", "file 10", "straße", "O’Brien", "x",
];

const text = (most: number) => fc.array(fc.constantFrom(...WORDS), { minLength: 0, maxLength: most }).map((words) => words.join(" "));

export const things: fc.Arbitrary<Thing> = fc.record({
  name: text(2), notes: text(3),
  city: fc.option(fc.constantFrom("Zürich", "zurich", "Bern", "Ålesund", ""), { nil: undefined }),
  size: fc.option(fc.integer({ min: -3, max: 12 }), { nil: undefined }),
  kept: fc.option(fc.boolean(), { nil: undefined }),
  tags: fc.option(fc.uniqueArray(fc.constantFrom("red", "Red", "blue", "Ölberg"), { maxLength: 2 }), { nil: undefined }),
  endOn: fc.option(fc.constantFrom("2026-11-26", "2026-12-01", "2027-01-05"), { nil: undefined }),
});

/** What a row says, without its place in any history. */
type Said = { state: "open"; payload: Thing } | { state: "opening" | "sealed" | "broken" | "newer"; isKnown: boolean } | { state: "withheld" | "altered" };

export const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 8, arbitrary: things.map((payload) => ({ state: "open" as const, payload })) },
  { weight: 2, arbitrary: fc.record({ state: fc.constantFrom("sealed" as const, "broken" as const, "newer" as const), isKnown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom({ state: "altered" as const }, { state: "withheld" as const }) },
);

export interface Stood {
  readonly number: number;
  readonly said: Said;
  readonly at: number;
  readonly lifecycle: string;
  readonly due: string | null;
  readonly rank: string;
}

export const stood = (numbers: number): fc.Arbitrary<Stood> =>
  fc.record({
    number: fc.integer({ min: 0, max: numbers - 1 }), said, at: fc.integer({ min: 0, max: 5 }).map((day) => day * 86_400_000),
    lifecycle: fc.constantFrom("active", "active", "archived"), due: fc.constantFrom(null, null, "2026-11-30", "2027-02-01"), rank: fc.constantFrom("a", "b", "c"),
  });

/** The same as the keys worker would tell it, as this revision. */
export function openedOf({ number, said: one, at, lifecycle, due, rank }: Stood, revision: number): Opened<Thing> {
  const id = idOf(number);
  const given = { id, version: revision, word: { rank } };
  const item = itemOf({ id, revision, at, state: lifecycle, due });
  if (one.state === "open") return { ...given, state: "open", item, payload: one.payload };
  if ("isKnown" in one) return { ...given, state: one.state, item: one.isKnown ? item : null };
  return { ...given, state: one.state, item: null, last: null };
}
