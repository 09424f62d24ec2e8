/** A profile of one type, as the forms that all plain items share ask for it. */
import { useMemo } from "react";

import { useUpdateProfileMutation } from "../../api/profiles";
import type { ProfileType } from "../../profiles/types";
import type { RankedItem } from "../../api/workspace.generated";
import { part } from "../../components/part";
import type { Say } from "../../i18n/say";
import type { MemberWords } from "../../items/Conflict";
import { oneByOne } from "../../items/desks/calls";
import type { PlainForm } from "../../items/plain/screen";
import { withoutEmpty } from "../../payloads/base";
import type { ProfilePayload } from "../../payloads/profile";
import { readProfile, readProfiles } from "../../items/desks/profiles";
import { useKeyring } from "../../keyring/react";
import { TemplateDetails } from "./TemplateDetails";
import { fieldWord } from "./templateWords";

/** The form is a lazy chunk. */
const TemplateFields = part(() => import("./TemplateFields"));

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
    memberWords,
    Fields: (props) => <TemplateFields template={template} {...props} />,
    Details: (props) => <TemplateDetails template={template} {...props} />,
  };
}

function memberWords(say: Say): MemberWords {
  return {
    name: (member) =>
      member === "name"
        ? say("documents.name", "Name")
        : member === "notes"
          ? say("documents.notes", "Notes")
          : member === "values"
            ? say("documents.details", "Details")
            : member,
    value: (_member, value) =>
      typeof value === "object" && value !== null
        ? Object.entries(value)
            .map(([key, said]) => `${fieldWord(say, key)}: ${String(said)}`)
            .join("\n")
        : String(value),
  };
}
