/** Types, groups, parts of groups and profiles, opened on this device and put where they stand. */
import { useMemo } from "react";

import { useListProfileGroupsQuery, useListProfileTypesQuery, wholeGroup, type GroupItem, type ProfileType, type SubGroupItem } from "../../api/profiles";
import { useSay } from "../../i18n/say";
import { useOpenedItems } from "../../items/opening";
import type { Opening } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/named";
import { branches, type GroupBranch, type Standing } from "../../profiles/tree";
import type { ProfileRow } from "../../profiles/useProfiles";

export interface PlacedRow extends Standing {
  row: ProfileRow;
}

export type Branch = GroupBranch<GroupItem, SubGroupItem, PlacedRow>;

export interface TypeBranch {
  type: ProfileType;
  groups: Branch[];
}

export interface ProfileTree {
  types: readonly TypeBranch[];
  /** What a group or a part of one is called. */
  nameOf: (id: string) => string;
  contentsOf: (id: string) => NamedPayload | null;
}

const NONE: never[] = [];

export function useProfileTree(rows: readonly ProfileRow[] | undefined): ProfileTree | undefined {
  const say = useSay();
  const types = useListProfileTypesQuery().data?.data;
  const page = useListProfileGroupsQuery().data;
  const groups = useMemo(() => page?.data.map(wholeGroup), [page]);
  const parts = useMemo(() => groups?.flatMap(({ subGroups }) => subGroups) ?? NONE, [groups]);
  const openedGroups = useOpenedItems<GroupItem, NamedPayload>("profile-group", groups);
  const openedParts = useOpenedItems<SubGroupItem, NamedPayload>("profile-sub-group", parts);

  return useMemo(() => {
    if (!types || !groups || !rows) return undefined;
    const openings = new Map<string, Opening<NamedPayload>>(
      [...(openedGroups ?? []), ...(openedParts ?? [])].map(({ id, opening }) => [id, opening]),
    );
    const placed = rows.map((row): PlacedRow => {
      const { id, rank, groupId, subGroupId } = row.item;
      return { id, rank, groupId, subGroupId, row };
    });
    return {
      types: types.map((type) => ({ type, groups: branches(groups.filter(({ typeId }) => typeId === type.id), placed) })),
      nameOf(id) {
        const opening = openings.get(id);
        if (opening?.name === "open") return opening.payload.name;
        return opening?.name === "sealed" || opening?.name === "broken" ? say("profiles.closedGroup", "Group (no access)") : "…";
      },
      contentsOf(id) {
        const opening = openings.get(id);
        return opening?.name === "open" && opening.verified ? opening.payload : null;
      },
    };
  }, [types, groups, rows, openedGroups, openedParts, say]);
}
