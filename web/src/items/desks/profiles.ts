/** Profiles are written one by one; archived with what belongs to them, or alone. */
import { useMemo } from "react";

import {
  useArchiveProfileMutation, useDeleteProfileMutation, useLazyListProfilesQuery, useUpdateProfileMutation, wholeProfile, type ProfileItem,
} from "../../api/profiles";
import type { ProfileArchiving } from "../../api/workspace.generated";
import type { BulkAnswer } from "../bulk";
import { oneByOne } from "./calls";
import type { ItemDesk } from "../useItemActs";
import { attributesOf } from "./profileAttributes";

type Answered = { done: { data: { data: Parameters<typeof wholeProfile>[0] } | undefined }[]; errors: NonNullable<BulkAnswer<ProfileItem>["data"]>["errors"] };

const answered = ({ done, errors }: Answered): BulkAnswer<ProfileItem> => ({
  data: { data: done.flatMap(({ data }) => (data ? [wholeProfile(data.data)] : [])), errors },
});

/** `cascade` says whether what belongs to a profile is archived with it. */
export function useProfileDesk(cascade: boolean): ItemDesk<ProfileItem> {
  const [change] = useUpdateProfileMutation();
  const [archive] = useArchiveProfileMutation();
  const [remove] = useDeleteProfileMutation();
  const [list] = useLazyListProfilesQuery();
  return useMemo<ItemDesk<ProfileItem>>(
    () => ({
      kind: "profile",
      attributesOf,
      whole: wholeProfile,
      async move(moves) {
        return answered(
          await oneByOne(moves, ({ id, state, ...signed }) => {
            const profileArchiving = { ...signed, archived: state === "archived", cascade } as unknown as ProfileArchiving;
            return archive({ profileId: id, profileArchiving });
          }),
        );
      },
      async restore(attributes) {
        return answered(await oneByOne(attributes, ({ id, ...profileChange }) => change({ profileId: id, profileChange })));
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
        return { error, data: data && { data: data.data.map(wholeProfile), errors } };
      },
    }),
    [change, archive, remove, list, cascade],
  );
}
