/** Saves what a person wrote about a document, and hands back what somebody else wrote meanwhile. */
import { useCallback } from "react";

import { useUpdateDocumentsMutation, whole, type DocumentItem } from "../../api/documents";
import { CallFailed, failureOf } from "../../api/failure";
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

/** Two people wrote: what each began with, what this one wrote, and what the other did. */
export interface Clash {
  base: Found;
  yours: Contents;
  theirs: Found;
}

/** What came of it: saved as it is now, or met by what somebody else wrote meanwhile. */
export interface Revised {
  name: "saved" | "met";
  found: Found;
}

/** Only keys changed meanwhile, time and again: more tries than this would be a quarrel of machines. */
const TRIES = 4;

export function useRevise(): (base: Found, yours: Contents) => Promise<Revised> {
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
        return change({ documentChanges: { items: [{ id: item.id, version: item.version, sealed, expiresOn: day }] } });
      }

      let [from, contents] = [base, yours];
      let disclosed = !base.contents.payload.expiresOn;
      for (let tried = 1; ; tried += 1) {
        const answer = await send(from, contents, disclosed);
        const [saved] = answer.data?.data ?? [];
        if (saved) return { name: "saved", found: { item: whole(saved), contents } };
        const failure = firstFailure(answer) ?? failureOf(answer.error);
        if (failure.reason === "disclosure_off" && disclosed) {
          disclosed = false;
          continue;
        }
        const current = failure.details?.["current"];
        if (failure.reason !== "version_conflict" || !current || tried >= TRIES) throw new CallFailed(failure);
        const met = await open(keyring, whole(current as SentItem));
        const merge = mergeContents(from.contents, contents, met.contents);
        if (merge.theyChanged) return { name: "met", found: met };
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
