/** Where profiles stand: under their type, in a group, perhaps in a part of it. What was removed says where to look instead. */
import { byRank } from "../boards/byRank";

interface Placed {
  id: string;
  rank: string;
}

interface Removable extends Placed {
  deleted: boolean;
  /** Also of one that is not deleted yet, and stands no more. */
  movedTo: string | null;
}

export interface Part extends Removable {
  groupId: string;
}

export interface Group extends Removable {
  typeId: string;
}

export interface Standing extends Placed {
  groupId: string;
  subGroupId: string | null;
}

interface PartBranch<P, One> {
  part: P;
  profiles: One[];
}

export interface GroupBranch<G, P, One> {
  group: G;
  parts: PartBranch<P, One>[];
  /** Those in no part of it. */
  profiles: One[];
}

const isRemoved = ({ deleted, movedTo }: Removable): boolean => deleted || movedTo !== null;

/** Follows what was removed to what stands; nothing where it leads nowhere, or in a circle. */
function followed<One extends Removable>(all: ReadonlyMap<string, One>, id: string): One | undefined {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null && !seen.has(next);) {
    seen.add(next);
    const found = all.get(next);
    if (!found || !isRemoved(found)) return found;
    next = found.movedTo;
  }
  return undefined;
}

/** The groups of one type with what stands in each. What stands in nothing that is there is left out. */
export function branches<P extends Part, G extends Group, One extends Standing>(
  groups: readonly G[],
  allParts: readonly P[],
  profiles: readonly One[],
): GroupBranch<G, P, One>[] {
  const known = new Map(groups.map((group) => [group.id, group]));
  const parts = new Map(allParts.map((part) => [part.id, part]));
  const placeOf = ({ groupId, subGroupId }: One): [string | undefined, string | undefined] => {
    const part = subGroupId === null ? undefined : followed(parts, subGroupId);
    // A removed part may lead into its group, which is no part: then nothing is found.
    return [followed(known, part?.groupId ?? groupId)?.id, part?.id];
  };
  const sorted = [...profiles].sort(byRank).map((profile) => ({ profile, place: placeOf(profile) }));
  const standing = <Some extends Removable>(some: readonly Some[]) => some.filter((one) => !isRemoved(one)).sort(byRank);
  return standing(groups).map((group) => ({
    group,
    parts: standing([...parts.values()].filter((part) => followed(known, part.groupId)?.id === group.id)).map((part) => ({
      part,
      profiles: sorted.flatMap(({ profile, place }) => (place[1] === part.id ? [profile] : [])),
    })),
    profiles: sorted.flatMap(({ profile, place }) => (place[0] === group.id && place[1] === undefined ? [profile] : [])),
  }));
}
