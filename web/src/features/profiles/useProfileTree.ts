/** Types, groups, parts of groups and profiles, opened on this device and put where they stand. */
import { useMemo } from "react";

import {
  answeredGroup, answeredSubGroup, useListProfileGroupsQuery, useListProfileTypesQuery, type GroupWord, type Ranked,
} from "../../api/profiles";
import { wholeSince } from "../../api/held";
import type { GroupPage } from "../../api/workspace.generated";
import { withContents } from "../../api/answered";
import { useSay } from "../../i18n/say";
import { alarmNamed } from "../../lists/alarms";
import { PROFILE_GROUP, PROFILE_SUB_GROUP, type GroupFacts, type GroupItem, type SubGroupFacts, type SubGroupItem } from "../../lists/kinds/profile";
import { asOpened, useAll } from "../../lists/list/useAll";
import type { Making } from "../../lists/list/useRows";
import { once } from "../../lists/once";
import type { OpenedItem } from "../../lists/opening";
import { useFeed } from "../../lists/useFeed";
import type { Opening } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/shared.generated";
import { branches, type GroupBranch, type Standing } from "../../lists/profiles/tree";
import { inOrderOf, type ProfileType } from "../../lists/profiles/types";
import type { ProfileRow } from "../../lists/profiles/useProfiles";

export interface PlacedRow extends Standing {
  row: ProfileRow;
}

export type Branch = GroupBranch<GroupItem & Ranked, SubGroupItem & Ranked, PlacedRow>;

export interface TypeBranch {
  type: ProfileType;
  groups: Branch[];
}

export interface ProfileTree {
  types: readonly TypeBranch[];
  /** Profiles of which it is not known where they stand, and groups that are not served as they should be. */
  elsewhere: { profiles: readonly PlacedRow[]; groups: readonly string[] };
  /** What a group or a part of one is called. */
  nameOf: (id: string) => string;
  contentsOf: (id: string) => NamedPayload | null;
}

const GROUPS: Making<GroupWord, GroupFacts, NamedPayload, OpenedItem<GroupItem, NamedPayload>> = { of: PROFILE_GROUP, nothing: { rank: "", profileCount: 0 }, rowOf: asOpened };
const PARTS: Making<Ranked, SubGroupFacts, NamedPayload, OpenedItem<SubGroupItem, NamedPayload>> = { of: PROFILE_SUB_GROUP, nothing: { rank: "" }, rowOf: asOpened };
const KEEPS_DELETED = { keepsDeleted: true };

const groupsIn = once(({ data }: GroupPage) => withContents(data.map(answeredGroup)));
const partsIn = once(({ subGroups }: GroupPage) => withContents(subGroups.map(answeredSubGroup)));

/** With the order that people gave to it. */
const placed = <One extends GroupItem | SubGroupItem>(item: One) => ({ ...item, rank: item.word.rank });

const profilesIn = ({ parts, profiles }: Branch): PlacedRow[] => [...profiles, ...parts.flatMap((part) => part.profiles)];

export function useProfileTree(rows: readonly ProfileRow[] | undefined): ProfileTree | undefined {
  const say = useSay();
  const order = useListProfileTypesQuery().data?.data;
  const types = useMemo(() => inOrderOf(order), [order]);
  const asked = useListProfileGroupsQuery();
  const page = asked.data;
  const askedAt = wholeSince(asked);
  const [groups, parts] = [page && groupsIn(page), page && partsIn(page)];
  useFeed("profile-group", groups, askedAt, KEEPS_DELETED);
  useFeed("profile-sub-group", parts, askedAt, KEEPS_DELETED);
  const openedGroups = useAll(GROUPS, "profile-group", groups);
  const openedParts = useAll(PARTS, "profile-sub-group", parts);

  return useMemo(() => {
    if (!openedGroups || !openedParts || !rows) return undefined;
    const openings = new Map<string, Opening<NamedPayload>>(
      [...openedGroups, ...openedParts].map(({ id, opening }) => [id, opening]),
    );
    const standing = rows.map((row): PlacedRow => {
      const { id, word, groupId, subGroupId } = row.item;
      return { id, rank: word.rank, groupId, subGroupId, row };
    });
    const [allGroups, allParts] = [openedGroups.map(({ item }) => placed(item)), openedParts.map(({ item }) => placed(item))];
    const branched = types.map((type) => ({ type, groups: branches(allGroups.filter(({ typeId }) => typeId === type.id), allParts, standing) }));
    const placedIds = new Set(branched.flatMap(({ groups: some }) => some.flatMap(profilesIn)).map(({ id }) => id));
    const refused = [...openedGroups, ...openedParts].filter(({ opening }) => opening.name === "alarm");
    return {
      types: branched,
      elsewhere: { profiles: standing.filter(({ id }) => !placedIds.has(id)), groups: refused.map(({ id }) => id) },
      nameOf(id) {
        const opening = openings.get(id);
        if (opening?.name === "open") return opening.payload.name;
        if (opening?.name === "alarm") return alarmNamed(opening, say);
        return opening && opening.name !== "opening" ? say("profiles.closedGroup", "Group (no access)") : "…";
      },
      contentsOf(id) {
        const opening = openings.get(id);
        return opening?.name === "open" ? opening.payload : null;
      },
    };
  }, [types, rows, openedGroups, openedParts, say]);
}
