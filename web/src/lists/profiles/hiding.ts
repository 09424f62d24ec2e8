/**
 * What is out of sight with its profiles.
 *
 * Only the server knows whether a profile was archived with what belongs to it or alone. So its word hides nothing by itself:
 * of the item's signed profiles one is archived by a statement of its own, and none is in use.
 */
import { useMemo } from "react";

import type { Kind } from "../../desk/row";
import type { View } from "../../desk/messages";
import { useCount } from "../../desk/react";
import type { Node } from "../../desk/where";
import { useArchivedProfiles } from "./useProfiles";

/** Whether each profile that this device knows is archived. */
export type Archived = ReadonlyMap<string, boolean>;

/** Null where no profile hides anything. One that is unknown has been deleted, or is not for this person: it keeps nothing in sight, and hides nothing. */
export function hidden(archived: Archived): Node | null {
  const [away, inUse] = [true, false].map((is) => [...archived].flatMap(([id, isArchived]) => (isArchived === is ? [id] : [])));
  if (!away?.length) return null;
  return { all: [{ field: "hiddenBy", op: "notEmpty" }, { field: "profileIds", op: "hasAny", value: away }, { field: "profileIds", op: "nin", value: inUse }] };
}

const toldHidden = (kind: Kind): View => ({ kind, where: { field: "hiddenBy", op: "notEmpty" }, text: "", sort: [], group: null });

/** Which rows of a kind are out of sight. The same object for as long as it asks for the same. */
export function useHidden(kind: Kind): Node | null {
  const told = useMemo(() => toldHidden(kind), [kind]);
  const archived = useArchivedProfiles(!useCount(told));
  return useMemo(() => hidden(archived), [archived]);
}
