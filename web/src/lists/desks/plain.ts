/** Where plain items are archived, thrown away and brought back. */
import { useMemo } from "react";

import type { ItemKind } from "../item";
import type { PlainItem } from "../kinds/plain";
import type { AudienceDesk, ItemDesk } from "../useItemActs";
import type { PlainCalls } from "./calls";

export function usePlainDesk({ kind }: ItemKind<object>, { read, change, remove, restore, purge }: PlainCalls): ItemDesk<PlainItem> & AudienceDesk<PlainItem> {
  return useMemo(() => ({ kind, read, move: change, write: change, remove, restore, purge }), [kind, read, change, remove, restore, purge]);
}
