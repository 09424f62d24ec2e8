/** What the signed attributes of profiles and of the groups that they stand in say. */
import type { GroupWord, Ranked } from "../../api/profiles";
import { textIn, type Item, type ItemKind } from "../item";

export interface ProfileFacts {
  typeId: string;
  groupId: string;
  subGroupId: string | null;
}

export type ProfileItem = Item<Ranked, ProfileFacts>;

export const PROFILE: ItemKind<ProfileFacts> = {
  kind: "profile",
  factsIn: (attributes) => ({
    typeId: textIn(attributes, "typeId") ?? "",
    groupId: textIn(attributes, "groupId") ?? "",
    subGroupId: textIn(attributes, "subGroupId"),
  }),
};

export interface GroupFacts {
  typeId: string;
  /** Where the profiles of a removed one are. */
  movedTo: string | null;
}

export type GroupItem = Item<GroupWord, GroupFacts>;

export const PROFILE_GROUP: ItemKind<GroupFacts> = {
  kind: "profile-group",
  factsIn: (attributes) => ({ typeId: textIn(attributes, "typeId") ?? "", movedTo: textIn(attributes, "movedTo") }),
};

export interface SubGroupFacts {
  groupId: string;
  movedTo: string | null;
}

export type SubGroupItem = Item<Ranked, SubGroupFacts>;

export const PROFILE_SUB_GROUP: ItemKind<SubGroupFacts> = {
  kind: "profile-sub-group",
  factsIn: (attributes) => ({ groupId: textIn(attributes, "groupId") ?? "", movedTo: textIn(attributes, "movedTo") }),
};
