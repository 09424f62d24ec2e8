/** The order that people gave to entries of a list. */
interface Ranked {
  id: string;
  rank: string;
}

/** Ranks are compared byte by byte; where two are equal the id decides. */
export function byRank(one: Ranked, other: Ranked): number {
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
