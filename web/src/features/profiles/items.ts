/** How profiles are asked for together with other kinds, and what is said of them there. */
import { profilesApi } from "../../api/profiles";
import type { KindItems } from "../../lists/kinds/card";
import { IS_HERE, wholeList } from "../../lists/kinds/listed";
import type { ProfilePayload } from "../../payloads/profile";

export const profileItems = {
  kind: "profile",
  useAll: (unless) => wholeList(profilesApi.endpoints.allProfiles.useQuery(undefined, unless)),
  useIsHere: () => profilesApi.endpoints.allProfiles.useQueryState(undefined, IS_HERE).here,
  word: (say) => say("palette.profile", "Profile"),
  logged: (say) => say("audit.kind.profile", "Profile"),
  fresh: (say) => say("profiles.new", "New profile"),
  counted: (say, count) => say("home.profiles", "{count, plural, one {a profile} other {# profiles}}", { count }),
  // Of the types of profiles only those of people ask for an address, and call it `email`.
  reached: ({ name, values: { email }, tags }: ProfilePayload) => ({
    name, organization: "", emails: typeof email === "string" ? [{ address: email }] : [], tags,
  }),
  group: "profiles",
  acts: {
    created: (say) => say("audit.profile.created", "added a profile"),
    revised: (say) => say("audit.profile.revised", "changed a profile"),
    audience_changed: (say) => say("audit.profile.audience_changed", "changed which roles can open a profile"),
    shared: (say) => say("audit.profile.shared", "gave more roles access to a profile"),
    moved: (say) => say("audit.profile.moved", "moved a profile"),
    archived: (say) => say("audit.profile.archived", "archived a profile"),
    unarchived: (say) => say("audit.profile.unarchived", "unarchived a profile"),
    deleted: (say) => say("audit.profile.deleted", "deleted a profile"),
    restored: (say) => say("audit.profile.restored", "restored a profile"),
    purged: (say) => say("audit.profile.purged", "deleted a profile for good"),
  },
} as const satisfies KindItems;
