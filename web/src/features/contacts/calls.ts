/** Contacts are written many at once. */
import { useMemo } from "react";

import { useCreateContactMutation, useDeleteContactsMutation, useUpdateContactsMutation } from "../../api/contacts";
import type { DataItem, ItemBulk } from "../../api/workspace.generated";
import { answered } from "../../api/plainItems";
import { useKeyring } from "../../keyring/react";
import { purged, readItem } from "../../lists/read";
import { readAll, type PlainCalls } from "../../lists/desks/calls";
import { plainKind } from "../../lists/kinds/plain";

export const CONTACT = plainKind("contact");

export function useContactCalls(): PlainCalls {
  const keyring = useKeyring();
  const [create] = useCreateContactMutation();
  const [change] = useUpdateContactsMutation();
  const [remove] = useDeleteContactsMutation();
  return useMemo(
    () => ({
      read: (sent) => readItem(keyring, CONTACT, answered(sent)),
      create: (contact) => create({ newContacts: contact }),
      change: async (items) => readAll(keyring, CONTACT, asBulk(await change({ contactChanges: { items } }))),
      remove: async (items) => readAll(keyring, CONTACT, await remove({ binMoves: { items } })),
      purge: async (items) => purged(items, await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
      restore: async (items) => readAll(keyring, CONTACT, await remove({ binMoves: { items, restore: true } })),
    }),
    [keyring, create, change, remove],
  );
}

/** Asked about several, the server answers about several. */
export function asBulk({ data, error }: { data?: DataItem | ItemBulk; error?: unknown }): { data?: ItemBulk; error?: unknown } {
  return data && "errors" in data ? { data } : { error };
}
