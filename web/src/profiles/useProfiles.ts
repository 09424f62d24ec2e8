/** The profiles of the account, opened on this device. */
import { useMemo } from "react";

import { wholeSince } from "../api/held";
import { useAllProfilesQuery, type Ranked } from "../api/profiles";
import { useOpenedItems, type OpenedItem } from "../items/opening";
import type { ProfilePayload } from "../payloads/profile";
import { useMay } from "../session/useSession";
import type { ProfileName } from "./names";
import { PROFILE, type ProfileFacts, type ProfileItem } from "../items/kinds/profile";

export interface ProfileRow extends OpenedItem<ProfileItem, ProfilePayload> {
  /** Null while this device has not opened it. */
  title: string | null;
}

/** Undefined until the list is loaded; empty without the permission. */
export function useProfiles(skip = false): readonly ProfileRow[] | undefined {
  const may = useMay()("profile.read");
  const asked = useAllProfilesQuery(undefined, { skip: skip || !may });
  const askedAt = wholeSince(asked);
  const whole = useMemo(() => ({ askedAt, nothing: { rank: "" } }), [askedAt]);
  const opened = useOpenedItems<Ranked, ProfileFacts, ProfilePayload>(PROFILE, asked.data?.rows, whole);
  return useMemo(
    () => opened?.map((one) => ({ ...one, title: one.opening.name === "open" ? one.opening.payload.name : null })),
    [opened],
  );
}

/** By name; those that this device has not opened are left out. */
export function useProfileNames(): readonly ProfileName[] {
  const rows = useProfiles();
  return useMemo(() => {
    const named = (rows ?? []).flatMap(({ id, title, item }) =>
      title === null ? [] : [{ id, name: title, isArchived: item.lifecycle === "archived" }],
    );
    return named.sort((a, b) => a.name.localeCompare(b.name));
  }, [rows]);
}
