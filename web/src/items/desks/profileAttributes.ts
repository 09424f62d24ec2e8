/** The clear attributes of a profile, all of them: a signature covers the whole list. */
import type { ProfileItem } from "../../api/profiles";

export function attributesOf({ typeId, groupId, subGroupId, lifecycle }: ProfileItem): Record<string, unknown> {
  return { typeId, groupId, subGroupId, state: lifecycle };
}
