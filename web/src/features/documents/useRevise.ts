/** Saves what a person wrote about a document, and hands back what somebody else wrote meanwhile. */
import { useCallback } from "react";

import { useUpdateDocumentsMutation, whole, type DocumentItem } from "../../api/documents";
import { CallFailed } from "../../api/failure";
import type { DocumentItem as SentItem } from "../../api/generated";
import type { Keyring } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import { attributesOf } from "./attributes";
import { firstFailure } from "./bulk";
import { mergeContents, settle, type Contents } from "./merge";

/** A document as somebody found it, and what it said. */
export interface Found {
  item: DocumentItem;
  contents: Contents;
}

/** Only keys changed meanwhile, time and again: more tries than this would be a quarrel of machines. */
const TRIES = 4;

/** Answers what somebody else wrote meanwhile, and nothing when it is saved. */
export function useRevise(): (base: Found, yours: Contents) => Promise<Found | null> {
  const keyring = useKeyring();
  const [change] = useUpdateDocumentsMutation();

  return useCallback(
    async (base, yours) => {
      async function send({ item }: Found, { payload, expiresOn }: Contents, disclosed: boolean) {
        const said = { ...payload };
        delete said.expiresOn;
        const day = disclosed ? expiresOn : null;
        const sealed = await keyring.sealRecord({
          kind: "document",
          id: item.id,
          payload: disclosed || !expiresOn ? said : { ...said, expiresOn },
          attrs: { ...attributesOf(item), expiresOn: day },
          audience: item.audience,
          previous: item,
        });
        return firstFailure(
          await change({ documentChanges: { items: [{ id: item.id, version: item.version, sealed, expiresOn: day }] } }),
        );
      }

      let [from, contents] = [base, yours];
      let disclosed = !base.contents.payload.expiresOn;
      for (let tried = 1; ; tried += 1) {
        const failure = await send(from, contents, disclosed);
        if (!failure) return null;
        if (failure.reason === "disclosure_off" && disclosed) {
          disclosed = false;
          continue;
        }
        const current = failure.details?.["current"];
        if (failure.reason !== "version_conflict" || !current || tried >= TRIES) throw new CallFailed(failure);
        const met = await open(keyring, whole(current as SentItem));
        const merge = mergeContents(from.contents, contents, met.contents);
        if (merge.theyChanged) return met;
        [from, contents] = [met, settle(merge, {})];
      }
    },
    [keyring, change],
  );
}

async function open(keyring: Keyring, item: DocumentItem): Promise<Found> {
  const payload = (await keyring.openRecord("document", item)) as DocumentPayload;
  return { item, contents: { payload, expiresOn: item.expiresOn ?? payload.expiresOn ?? null } };
}
