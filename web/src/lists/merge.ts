/** Three-way merge of an item: automatic where possible, with a list of conflicts. */

/** What people write about an item, by member. */
export type Members = Readonly<Record<string, unknown>>;

export type Side = "yours" | "theirs";

export interface Difference {
  member: string;
  yours: unknown;
  theirs: unknown;
  /** Yours only where you changed something. */
  take: Side;
}

export interface Merge {
  /** Where both say the same, or where lists went together entry by entry. */
  agreed: Members;
  differences: Difference[];
  /** Whether the content changed; added wraps do not count. */
  theyChanged: boolean;
}

type Entry = Readonly<Record<string, unknown>>;

/** Three ways by top-level member: `base` is what you began with. The newest schema holds. */
export function mergeMembers(base: Members, yours: Members, theirs: Members): Merge {
  const agreed: Record<string, unknown> = { v: Math.max(Number(yours["v"]), Number(theirs["v"])) };
  const differences: Difference[] = [];
  let theyChanged = false;

  for (const member of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(yours)])) {
    if (member === "v") continue;
    const [was, left, right] = [base[member], yours[member], theirs[member]];
    theyChanged ||= !same(was, right);
    if (same(left, right)) agreed[member] = right ?? left;
    else if (isKeyed(left) && isKeyed(right)) agreed[member] = mergeEntries(isKeyed(was) ? was : [], left, right);
    else differences.push({ member, yours: left, theirs: right, take: same(left, was) ? "theirs" : "yours" });
  }
  return { agreed, differences, theyChanged };
}

/** Whether anything was written at all. */
export const isChanged = (before: Members, now: Members): boolean => mergeMembers(before, before, now).theyChanged;

/** The item after conflicts are resolved; a member that the chosen side lacks is left out. */
export function settle({ agreed, differences }: Merge, chosen: Readonly<Record<string, Side>>): Members {
  const members: Record<string, unknown> = { ...agreed };
  for (const { member, yours, theirs, take } of differences)
    members[member] = (chosen[member] ?? take) === "yours" ? yours : theirs;
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** An emptied field says no more than one that was never there. */
function same(left: unknown, right: unknown): boolean {
  const plain = (value: unknown) => (value === "" || value === undefined ? null : value);
  return JSON.stringify(plain(left)) === JSON.stringify(plain(right));
}

const nameOf = (entry: Entry): unknown => entry["id"] ?? entry["key"];

function isKeyed(value: unknown): value is readonly Entry[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => typeof entry === "object" && entry !== null && typeof nameOf(entry as Entry) === "string")
  );
}

/** Per entry: the changed side wins; yours if both changed it. */
function mergeEntries(before: readonly Entry[], yours: readonly Entry[], theirs: readonly Entry[]): Entry[] {
  const find = (entries: readonly Entry[], name: unknown) => entries.find((entry) => nameOf(entry) === name);
  const names = new Set([...theirs, ...yours].map(nameOf));
  return [...names].flatMap((name) => {
    const [was, left, right] = [find(before, name), find(yours, name), find(theirs, name)];
    const kept = same(left, was) ? right : left;
    return kept ? [kept] : [];
  });
}
