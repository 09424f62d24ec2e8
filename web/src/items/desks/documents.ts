/** Where documents are written. */
import { useMemo } from "react";

import { useDeleteDocumentsMutation, useUpdateDocumentsMutation, whole, type DocumentItem } from "../../api/documents";
import type { DocumentBulk } from "../../api/generated";
import type { ItemDesk } from "../useItemActs";
import { attributesOf } from "./documentAttributes";

const all = ({ data, error }: { data?: DocumentBulk; error?: unknown }) => ({ error, data: data && { ...data, data: data.data.map(whole) } });

export function useDocumentDesk(): ItemDesk<DocumentItem> {
  const [change] = useUpdateDocumentsMutation();
  const [remove] = useDeleteDocumentsMutation();
  return useMemo(
    () => ({
      kind: "document",
      attributesOf,
      whole,
      move: async (items) => all(await change({ documentChanges: { items } })),
      remove: async (items) => all(await remove({ binMoves: { items } })),
      restore: async (items) => all(await remove({ binMoves: { items, restore: true } })),
      purge: async (items) => all(await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
    }),
    [change, remove],
  );
}
