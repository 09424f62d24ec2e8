/** What can be done with documents as they are: what every list has, and a copy. */
import { useMemo } from "react";

import { useDuplicateDocumentMutation } from "../../api/documents";
import { CallFailed, failureOf } from "../../api/failure";
import { newId } from "../../api/ids";
import { useSay } from "../../i18n/say";
import { useDocumentDesk } from "../../lists/desks/documents";
import { useItemActs, type ItemActs } from "../../lists/useItemActs";
import { useKeyring } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import type { DocumentItem } from "../../lists/kinds/document";
import { withLastDay } from "./contents";

export interface DocumentActs extends ItemActs<DocumentItem> {
  /** Answers the id of the copy. */
  duplicate: (item: DocumentItem, payload: DocumentPayload) => Promise<string>;
}

export function useDocumentActs(): DocumentActs {
  const say = useSay();
  const keyring = useKeyring();
  const [copyDocument] = useDuplicateDocumentMutation();

  const desk = useDocumentDesk();
  const words = useMemo(
    () => ({
      archived: (count: number) => say("documents.archived", "{count, plural, one {# document} other {# documents}} archived", { count }),
      deleted: (count: number) => say("documents.deleted", "{count, plural, one {# document} other {# documents}} deleted", { count }),
    }),
    [say],
  );
  const acts = useItemActs(desk, words);

  return useMemo<DocumentActs>(
    () => ({
      ...acts,
      async duplicate(item, payload) {
        const id = newId();
        const title = say("documents.copyOf", "{title} (copy)", { title: payload.title }).slice(0, 200);
        const last = item.versions.at(-1);
        const complete = last !== undefined || item.noteOnly;
        const { documentExpiry } = await keyring.discloses();
        // A copy is signed anew: a day that the server may not see goes with its words.
        const copied = withLastDay({ ...payload, title }, item.expiresOn ?? payload.expiresOn ?? null, documentExpiry && !payload.expiresOn);
        const sealed = await keyring.sealRecord({
          kind: "document",
          id,
          payload: copied.payload,
          attrs: {
            profileIds: item.profileIds,
            topicIds: item.topicIds,
            remindDays: item.remindDays,
            ...copied.attrs,
            fileIds: item.fileIds,
            noteOnly: item.noteOnly,
            state: complete && item.lifecycle !== "draft" ? "active" : "draft",
            versions: last ? [last.fileId] : [],
          },
          audience: await keyring.audienceOf("document", item),
        });
        const answer = await copyDocument({ copyDocument: { sourceId: item.id, id, sealed } });
        if (answer.error) throw new CallFailed(failureOf(answer.error));
        return id;
      },
    }),
    [say, keyring, acts, copyDocument],
  );
}
