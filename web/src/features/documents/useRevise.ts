/** Saves a document; returns the conflicting version if it was changed since. */
import { useMemo } from "react";

import { useUpdateDocumentsMutation } from "../../api/documents";
import type { DocumentAnswer as SentItem } from "../../api/generated";
import type * as items from "../../lists/revise";
import { revising, useRevisingSoon } from "../../lists/revising";
import { useKeyring } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import { readDocument, readDocuments } from "../../lists/desks/documents";
import { contentsFrom, membersOf, withWarnings, type Contents } from "./contents";
import type { DocumentItem } from "../../lists/kinds/document";

export type Found = items.Found<DocumentItem, Contents>;
export type Clash = items.Clash<DocumentItem, Contents>;
export type Revise = items.Revise<DocumentItem, Contents>;

export function useRevise(): Revise {
  const keyring = useKeyring();
  useRevisingSoon();
  const [change] = useUpdateDocumentsMutation();

  return useMemo(() => {
    async function put({ item }: Found, { payload, expiresOn, remindDays, ...filed }: Contents, disclosed: boolean) {
      const written = withWarnings(payload, { expiresOn, remindDays }, disclosed);
      const places = { topicIds: [...filed.topicIds].sort(), profileIds: [...filed.profileIds].sort() };
      const sealed = await keyring.sealRecord({
        kind: "document",
        id: item.id,
        payload: written.payload,
        attrs: { ...written.attrs, ...places },
        previous: item,
      });
      return readDocuments(
        keyring,
        await change({ documentChanges: { items: [{ id: item.id, version: item.version, sealed }] } }),
      );
    }

    return async (base, yours) => {
      const { firstFailure, revise } = await revising();
      return revise<DocumentItem, Contents>(
        {
          membersOf,
          contentsFrom,
          async send(from, contents) {
            const disclosed = !base.contents.payload.expiresOn && (await keyring.discloses()).documentExpiry;
            const answer = await put(from, contents, disclosed);
            const isKept = disclosed && (await firstFailure(answer))?.reason === "disclosure_off";
            // It began to keep dates from the server a moment ago.
            return isKept ? put(from, contents, false) : answer;
          },
          read: (sent: SentItem) => readDocument(keyring, sent),
          async open(item) {
            const payload = (await keyring.openRecord("document", item)) as DocumentPayload;
            return { payload, expiresOn: item.expiresOn ?? payload.expiresOn ?? null, remindDays: item.remindDays, topicIds: item.topicIds, profileIds: item.profileIds };
          },
        },
        base,
        yours,
      );
    };
  }, [keyring, change]);
}
