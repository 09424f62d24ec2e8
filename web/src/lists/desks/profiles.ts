/** Profiles are written one by one; archived with what belongs to them, or alone. */
import { useMemo } from "react";

import {
  answeredProfile, useArchiveProfileMutation, useDeleteProfileMutation, useLazyListProfilesQuery, useUpdateProfileMutation,
} from "../../api/profiles";
import type { ProfileArchiving, RankedItem } from "../../api/workspace.generated";
import { useKeyring } from "../../keyring/react";
import type { BulkAnswer, ItemError } from "../itemErrors";
import { PROFILE, type ProfileItem } from "../kinds/profile";
import { readBulk, readItem, type Verifier } from "../read";
import type { ItemDesk } from "../useItemActs";
import { oneByOne } from "./calls";

export const readProfile = (keyring: Verifier, sent: RankedItem): Promise<ProfileItem> => readItem(keyring, PROFILE, answeredProfile(sent));

/** What was answered to calls about one profile each. */
export function readProfiles(
  keyring: Verifier,
  { done, errors }: { done: readonly { data: { data: RankedItem } | undefined }[]; errors: ItemError[] },
): Promise<BulkAnswer<ProfileItem>> {
  return readBulk(keyring, PROFILE, { data: { data: done.flatMap(({ data }) => (data ? [answeredProfile(data.data)] : [])), errors } });
}

/** `cascade` says whether what belongs to a profile is archived with it. */
export function useProfileDesk(cascade: boolean): ItemDesk<ProfileItem> {
  const keyring = useKeyring();
  const [change] = useUpdateProfileMutation();
  const [archive] = useArchiveProfileMutation();
  const [remove] = useDeleteProfileMutation();
  const [list] = useLazyListProfilesQuery();
  return useMemo<ItemDesk<ProfileItem>>(
    () => ({
      kind: "profile",
      read: (sent: RankedItem) => readProfile(keyring, sent),
      async move(moves) {
        return readProfiles(
          keyring,
          await oneByOne(moves, ({ id, ...signed }) => {
            const profileArchiving = { ...signed, cascade } as unknown as ProfileArchiving;
            return archive({ profileId: id, profileArchiving });
          }),
        );
      },
      async restore(attributes) {
        return readProfiles(keyring, await oneByOne(attributes, ({ id, ...profileChange }) => change({ profileId: id, profileChange })));
      },
      async purge(items) {
        const { done, errors } = await oneByOne(items, ({ id }) => remove({ profileId: id, purge: true, optionalDelete: {} }));
        return { data: { data: items.filter((item) => done.some(({ id }) => id === item.id)), errors } };
      },
      async remove(deletions) {
        // Its documents and tasks stay, and have it again when it comes back.
        const { done, errors } = await oneByOne(deletions, ({ id, ...optionalDelete }) => remove({ profileId: id, detach: true, optionalDelete }));
        if (done.length === 0) return { data: { data: [], errors } };
        // A deletion answers nothing; whoever takes it back builds on what lies in the bin.
        const { data, error } = await list({ ids: done.map(({ id }) => id), states: ["deleted"], limit: done.length });
        return readBulk(keyring, PROFILE, { error, data: data && { data: data.data.map(answeredProfile), errors } });
      },
    }),
    [keyring, change, archive, remove, list, cascade],
  );
}
