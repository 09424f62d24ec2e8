/** Where documents are written. */
import { useMemo } from "react";

import { answered, useDeleteDocumentsMutation, useUpdateDocumentsMutation } from "../../api/documents";
import type { DocumentBulk, DocumentAnswer as Sent } from "../../api/generated";
import { useKeyring } from "../../keyring/react";
import { DOCUMENT, type DocumentItem } from "../kinds/document";
import { purged, readBulk, readItem, type Verifier } from "../read";
import type { AudienceDesk, ItemDesk } from "../useItemActs";

export function readDocuments(keyring: Verifier, { data, error }: { data?: DocumentBulk; error?: unknown }) {
  return readBulk(keyring, DOCUMENT, { error, data: data && { ...data, data: data.data.map(answered) } });
}

export const readDocument = (keyring: Verifier, sent: Sent): Promise<DocumentItem> => readItem(keyring, DOCUMENT, answered(sent));

export function useDocumentDesk(): ItemDesk<DocumentItem> & AudienceDesk<DocumentItem> {
  const keyring = useKeyring();
  const [change] = useUpdateDocumentsMutation();
  const [remove] = useDeleteDocumentsMutation();
  return useMemo(
    () => ({
      kind: "document",
      read: (sent: Sent) => readDocument(keyring, sent),
      move: async (items) => readDocuments(keyring, await change({ documentChanges: { items } })),
      write: async (items) => readDocuments(keyring, await change({ documentChanges: { items } })),
      remove: async (items) => readDocuments(keyring, await remove({ binMoves: { items } })),
      restore: async (items) => readDocuments(keyring, await remove({ binMoves: { items, restore: true } })),
      purge: async (items) => purged(items, await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
    }),
    [keyring, change, remove],
  );
}
