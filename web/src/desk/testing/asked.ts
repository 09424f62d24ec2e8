/** Views as people ask for them, drawn by chance. */
import fc from "fast-check";

import type { Sort, View } from "../messages.ts";
import type { Condition, Node } from "../where.ts";
import { WORDS } from "./rows.ts";

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  title: WORDS, city: ["Zürich", "zurich", "Bern"], tags: ["red", "Red", "Ölberg"], endOn: ["2026-11-26", "2026-12-01"], due: ["2026-11-30", "2026-12-01", "2027-02-01"],
  state: ["active", "archived"], row: ["open", "sealed", "withheld"], rank: ["a", "b"], roles: ["role"],
};
const NUMBERS = ["size", "updatedAt"];

const valueOf = (field: string): fc.Arbitrary<string | number | boolean> => {
  if (field === "kept") return fc.boolean();
  if (NUMBERS.includes(field)) return field === "size" ? fc.integer({ min: -3, max: 12 }) : fc.constantFrom(86_400_000, 172_800_000);
  return fc.constantFrom(...(TEXTS[field] ?? WORDS));
};

const FIELDS = [...Object.keys(TEXTS), ...NUMBERS, "kept"];

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...FIELDS).chain((field): fc.Arbitrary<Condition> => {
  const value = valueOf(field);
  const values = fc.array(value, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.record({ field: fc.constant(field), op: fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "lte" as const, "gt" as const, "gte" as const), value }),
    fc.record({ field: fc.constant(field), op: fc.constantFrom("in" as const, "nin" as const, "hasAny" as const, "hasAll" as const), value: values }),
    fc.record({ field: fc.constant(field), op: fc.constant("between" as const), value: fc.tuple(value, value) }),
    fc.record({ field: fc.constant(field), op: fc.constantFrom("contains" as const, "startsWith" as const), value: fc.constantFrom("a", "Zü", "2026", "anna", "") }),
    fc.record({ field: fc.constant(field), op: fc.constantFrom("empty" as const, "notEmpty" as const) }),
  );
});

function within(depth: number): fc.Arbitrary<Node> {
  if (depth === 0) return condition;
  const inner = within(depth - 1);
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Node> }[]>(
    { weight: 4, arbitrary: condition },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }).map((all) => ({ all })) },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }).map((any) => ({ any })) },
    { weight: 1, arbitrary: inner.map((not) => ({ not })) },
  );
}

export const nodes: fc.Arbitrary<Node> = within(3);

const byValue: fc.Arbitrary<Sort> = fc.record({ field: fc.constantFrom("title", "city", "size", "kept", "tags", "endOn", "due", "state", "updatedAt", "rank", "row"), dir: fc.constantFrom("asc" as const, "desc" as const) });

const byRanks: fc.Arbitrary<Sort> = fc.record({
  field: fc.constantFrom("tags", "city", "roles"), dir: fc.constantFrom("asc" as const, "desc" as const),
  ranks: fc.dictionary(fc.constantFrom("red", "Red", "blue", "Bern", "Zürich", "role"), fc.integer({ min: 0, max: 3 }), { noNullPrototype: true }),
});
const byFirst: fc.Arbitrary<Sort> = fc.record({ field: fc.constantFrom("rank", "endOn", "city"), dir: fc.constantFrom("asc" as const, "desc" as const), or: fc.constantFrom("due", "title") });
const sort: fc.Arbitrary<Sort> = fc.oneof({ weight: 4, arbitrary: byValue }, { weight: 1, arbitrary: byRanks }, { weight: 1, arbitrary: byFirst });

const group: fc.Arbitrary<View["group"]> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("city", "kept", "tags", "state", "row") },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom("endOn", "due"), steps: fc.constant(["2026-11-28", "2026-12-31"]) }) },
);

/** Words, beginnings and middles of words, and words with a slip. */
export const typedTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.nat(3), fc.nat(6)).map(([word, from, length]) => word.slice(from, from + length + 1)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map(([one, other]) => `${one} ${other.slice(0, 3)}`) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.nat(5)).map(([word, at]) => `${word.slice(0, at)}${word.slice(at + 1)}`) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("istanbul", "annabel", "мария"), fc.nat(5)).map(([word, at]) => `${word.slice(0, at)}q${word.slice(at + 1)}`) },
);

export const views: fc.Arbitrary<View> = fc.record({
  kind: fc.constant("contact" as const), where: fc.option(nodes, { freq: 2 }), text: typedTexts,
  sort: fc.uniqueArray(sort, { maxLength: 2, selector: ({ field }) => field }), group: fc.option(group, { freq: 3 }),
});
