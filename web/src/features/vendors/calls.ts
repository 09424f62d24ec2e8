/** Vendors are written one by one, and brought out of the bin by a change. */
import { useMemo } from "react";

import { answered } from "../../api/plainItems";
import { useCreateVendorMutation, useDeleteVendorMutation, useLazyListVendorsQuery, useUpdateVendorMutation } from "../../api/vendors";
import type { VendorChange } from "../../api/workspace.generated";
import type { BulkAnswer } from "../../lists/itemErrors";
import { useKeyring } from "../../keyring/react";
import { readItem } from "../../lists/read";
import { oneByOne, readAll, type PlainCalls } from "../../lists/desks/calls";
import { plainKind, type PlainItem } from "../../lists/kinds/plain";

export const VENDOR = plainKind("vendor");

export function useVendorCalls(): PlainCalls {
  const keyring = useKeyring();
  const [create] = useCreateVendorMutation();
  const [change] = useUpdateVendorMutation();
  const [remove] = useDeleteVendorMutation();
  const [list] = useLazyListVendorsQuery();
  return useMemo<PlainCalls>(() => {
    async function put(changes: ({ id: string } & VendorChange)[]): Promise<BulkAnswer<PlainItem>> {
      const { done, errors } = await oneByOne(changes, ({ id, ...vendorChange }) => change({ vendorId: id, vendorChange }));
      return readAll(keyring, VENDOR, { data: { data: done.flatMap(({ data }) => (data ? [data.data] : [])), errors } });
    }
    return {
      read: (sent) => readItem(keyring, VENDOR, answered(sent)),
      create: (newVendor) => create({ newVendor }),
      change: put,
      restore: put,
      async purge(items) {
        const { done, errors } = await oneByOne(items, ({ id }) => remove({ vendorId: id, optionalDelete: {}, purge: true }));
        return { data: { data: items.filter((item) => done.some(({ id }) => id === item.id)), errors } };
      },
      async remove(deletions) {
        const { done, errors } = await oneByOne(deletions, ({ id, ...optionalDelete }) => remove({ vendorId: id, optionalDelete }));
        if (done.length === 0) return { data: { data: [], errors } };
        // A deletion answers nothing; whoever takes it back builds on what lies in the bin.
        const { data, error } = await list({ ids: done.map(({ id }) => id), states: ["deleted"], limit: done.length });
        return readAll(keyring, VENDOR, { error, data: data && { data: data.data, errors } });
      },
    };
  }, [keyring, create, change, remove, list]);
}
