/** Where plain items are written: of them only the state is signed. */
import { useMemo } from "react";

import { whole, type PlainItem } from "../../api/plainItems";
import type { RecordKind } from "../../keyring/contract";
import type { ItemDesk } from "../useItemActs";
import type { PlainCalls } from "./calls";

export const attributesOf = ({ lifecycle }: PlainItem): Record<string, unknown> => ({ state: lifecycle });

export function usePlainDesk(kind: RecordKind, { change, remove, restore, purge }: PlainCalls): ItemDesk<PlainItem> {
  return useMemo(
    () => ({ kind, attributesOf, whole, move: change, remove, restore, purge }),
    [kind, change, remove, restore, purge],
  );
}
