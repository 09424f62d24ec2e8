/** Contacts are written many at once. */
import { useMemo } from "react";

import { useCreateContactMutation, useDeleteContactsMutation, useUpdateContactsMutation } from "../../api/contacts";
import type { DataShownItem, ItemBulk } from "../../api/workspace.generated";
import { wholeAll, type PlainCalls } from "./calls";

export function useContactCalls(): PlainCalls {
  const [create] = useCreateContactMutation();
  const [change] = useUpdateContactsMutation();
  const [remove] = useDeleteContactsMutation();
  return useMemo(
    () => ({
      create: (contact) => create({ newContacts: contact }),
      change: async (items) => wholeAll(asBulk(await change({ contactChanges: { items } }))),
      remove: async (items) => wholeAll(await remove({ binMoves: { items } })),
      purge: async (items) => wholeAll(await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
      restore: async (items) => wholeAll(await remove({ binMoves: { items, restore: true } })),
    }),
    [create, change, remove],
  );
}

/** Asked about several, the server answers about several. */
export function asBulk({ data, error }: { data?: DataShownItem | ItemBulk; error?: unknown }): { data?: ItemBulk; error?: unknown } {
  return data && "errors" in data ? { data } : { error };
}
