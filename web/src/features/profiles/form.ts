/** A profile of one type, as the forms that all plain items share ask for it. */
import { useMemo } from "react";

import { useUpdateProfileMutation } from "../../api/profiles";
import type { ProfileType } from "../../lists/profiles/types";
import type { RankedItem } from "../../api/workspace.generated";
import { oneByOne } from "../../lists/desks/calls";
import type { PlainForm } from "../../lists/plain/screen";
import { withoutEmpty } from "../../payloads/base";
import type { ProfilePayload } from "../../payloads/profile";
import { readProfile, readProfiles } from "../../lists/desks/profiles";
import { useKeyring } from "../../keyring/react";
import { profileFields } from "./fields";

function useCalls(): ReturnType<PlainForm<ProfilePayload>["useCalls"]> {
  const keyring = useKeyring();
  const [change] = useUpdateProfileMutation();
  return useMemo(
    () => ({
      // The forms of all plain items share one shape; a profile is one with a place.
      read: (sent) => readProfile(keyring, sent as unknown as RankedItem),
      async change(changes) {
        const asked = await oneByOne(changes, ({ id, version, sealed }) => change({ profileId: id, profileChange: { version, sealed: sealed ?? null } }));
        return readProfiles(keyring, asked);
      },
    }),
    [keyring, change],
  );
}

export const tidy = (payload: ProfilePayload): ProfilePayload => ({ ...withoutEmpty(payload), values: withoutEmpty(payload.values) });

export function profileForm({ template }: Pick<ProfileType, "template">): PlainForm<ProfilePayload> {
  return {
    kind: "profile",
    useCalls,
    tidy,
    nameOf: ({ name }) => name,
    words: (say) => ({
      broken: say("profiles.broken", "This profile cannot be opened"),
      about: say("profiles.about", "About this profile"),
    }),
    fields: profileFields(template),
    none: (say) => say("profiles.nothingYet", "No details yet."),
  };
}
