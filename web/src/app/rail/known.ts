/** How many there are beside a place of the rail. Of what nobody has asked for nothing is known: a count asks the server for nothing. */
import { useMemo } from "react";

import { statusesApi } from "../../api/statuses";
import { VERIFIED } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import type { Kind } from "../../desk/row";
import type { Node } from "../../desk/where";
import { IS_HERE } from "../../lists/kinds/listed";
import { ofEach } from "../../lists/kinds/ofEach";
import type { KIND_ITEMS } from "../kindItems";
import type { ListedKind } from "../kinds";

/** Whether each list is there, and follows what changes. */
export function useListsHere(): Record<ListedKind | "status", boolean> {
  const kinds = ofEach(useOneHere, null);
  const { here: status } = statusesApi.endpoints.listStatuses.useQueryState(undefined, IS_HERE);
  return { ...(Object.fromEntries(kinds) as Record<ListedKind, boolean>), status };
}

const useOneHere = ({ kind, useIsHere }: (typeof KIND_ITEMS)[number]) => [kind, useIsHere()] as const;

/** What this device has verified: a row of the server's word alone is in no count. */
const PROVED: Node = { field: VERIFIED, op: "eq", value: true };
const IN_USE: Node = { field: "state", op: "ne", value: "archived" };

export const counted = (kind: Kind, where: readonly Node[]): View => ({ kind, where: { all: [PROVED, ...where] }, text: "", sort: [], group: null });

export const inUse = (kind: Kind, where: readonly Node[] = []): View => counted(kind, [IN_USE, ...where]);

/** How many a view has; null until every row of it is read, and while nothing can be read. */
export function useKnownCount(view: View): number | null {
  const { window } = useView(view, 0, 0);
  return window && (window.stage === "whole" || window.stage === "newest") ? window.count : null;
}

const toldHidden = (kind: Kind): View => ({ kind, where: { field: "hiddenBy", op: "notEmpty" }, text: "", sort: [], group: null });

/** Whether it is known what is out of sight with its profiles: to ask for them would be one more request. */
export function useSightKnown(kind: "task" | "document", profilesHere: boolean): boolean {
  const told = useKnownCount(useMemo(() => toldHidden(kind), [kind]));
  return told !== null && (told === 0 || profilesHere);
}
