/**
 * What is out of sight with its profiles.
 *
 * Only the server knows whether a profile was archived with what belongs to it or alone. So its word hides nothing by itself:
 * of the item's signed profiles one is archived by a statement of its own, and none is in use.
 */
import { useCallback, useMemo } from "react";

import { useProfiles } from "./useProfiles";

export interface Hideable {
  profileIds: readonly string[];
  word: { hiddenBy: string | null };
}

export type Hiding = (item: Hideable) => boolean;

/** Whether each profile that this device knows is archived. */
export type Archived = ReadonlyMap<string, boolean>;

/** One that is unknown has been deleted, or is not for this person: it keeps nothing in sight, and hides nothing. */
export function isHidden({ profileIds, word }: Hideable, archived: Archived): boolean {
  const known = profileIds.flatMap((id) => archived.get(id) ?? []);
  return word.hiddenBy !== null && known.length > 0 && known.every(Boolean);
}

/** Asks for the profiles where the server says of a row that it is hidden; until they are there none is. */
export function useHiding(rows: readonly { item: Hideable }[] | undefined): Hiding {
  const isAsked = rows?.some(({ item }) => item.word.hiddenBy !== null) ?? false;
  const profiles = useProfiles(!isAsked);
  const archived = useMemo(() => new Map(profiles?.map(({ id, item }) => [id, item.lifecycle === "archived"])), [profiles]);
  return useCallback((item) => isHidden(item, archived), [archived]);
}
