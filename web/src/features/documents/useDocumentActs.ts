/** What can be done with documents: change, archive, delete, bring back. Every act is signed on this device. */
import { useCallback } from "react";

import {
  useUpdateDocumentsMutation,
  whole,
  useDeleteDocumentsMutation,
  type DocumentItem,
} from "../../api/documents";
import type { DocumentBulk } from "../../api/generated";
import { CallFailed, failureOf, type ApiFailure } from "../../api/failure";
import { tell, tellFailure } from "../../components/notices";
import type { Day } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";

const BATCH = 200;

/** The clear attributes of a document, all of them: a signature covers the whole list. */
export function attributesOf(item: DocumentItem): Record<string, unknown> {
  return {
    profileIds: item.profileIds,
    topicIds: item.topicIds,
    state: item.lifecycle,
    expiresOn: item.expiresOn ?? null,
    remindDays: item.remindDays ?? [],
    versions: item.versions.map(({ fileId }) => fileId),
    fileIds: item.fileIds,
    noteOnly: item.noteOnly,
  };
}

export interface DocumentActs {
  revise: (item: DocumentItem, payload: DocumentPayload, expiresOn: Day | null) => Promise<void>;
  setState: (items: readonly DocumentItem[], state: "active" | "archived") => Promise<void>;
  remove: (items: readonly DocumentItem[]) => Promise<void>;
}

export function useDocumentActs(): DocumentActs {
  const say = useSay();
  const keyring = useKeyring();
  const [changeDocuments] = useUpdateDocumentsMutation();
  const [deleteDocuments] = useDeleteDocumentsMutation();

  const revise = useCallback<DocumentActs["revise"]>(
    async (item, payload, expiresOn) => {
      const sealed = await keyring.sealRecord({
        kind: "document",
        id: item.id,
        payload,
        attrs: { ...attributesOf(item), expiresOn },
        audience: item.audience,
        previous: item,
      });
      const answer = await changeDocuments({
        documentChanges: { items: [{ id: item.id, version: item.version, sealed, expiresOn }] },
      });
      const failure = firstFailure(answer);
      if (failure) throw new CallFailed(failure);
    },
    [keyring, changeDocuments],
  );

  const setState = useCallback<DocumentActs["setState"]>(
    async (items, state) => {
      const signed = await Promise.all(
        items.map(async (item) => {
          const attrs = await keyring.signAttrs("document", item, { ...attributesOf(item), state });
          return { id: item.id, version: item.version, state, ...attrs };
        }),
      );
      for (const batch of batches(signed)) {
        const failure = firstFailure(await changeDocuments({ documentChanges: { items: batch } }));
        if (failure) tellFailure(failureTitle(say, "update"), failure.message);
      }
    },
    [keyring, changeDocuments, say],
  );

  const restore = useCallback(
    async (items: readonly DocumentItem[]) => {
      // After a delete its statement is the last one; the answer carries it.
      const signed = await Promise.all(
        items.map(async (item) => ({
          id: item.id,
          ...(await keyring.signAttrs("document", item, attributesOf({ ...item, lifecycle: "active" }))),
        })),
      );
      for (const batch of batches(signed)) {
        const failure = firstFailure(await deleteDocuments({ binMoves: { items: batch, restore: true } }));
        if (failure) tellFailure(failureTitle(say, "update"), failure.message);
      }
    },
    [keyring, deleteDocuments, say],
  );

  const remove = useCallback<DocumentActs["remove"]>(
    async (items) => {
      const signed = await Promise.all(
        items.map(async (item) => ({ id: item.id, ...(await keyring.signDelete("document", item)) })),
      );
      const gone: DocumentItem[] = [];
      for (const batch of batches(signed)) {
        const answer = await deleteDocuments({ binMoves: { items: batch } });
        const failure = firstFailure(answer);
        if (failure) tellFailure(failureTitle(say, "update"), failure.message);
        gone.push(...(answer.data?.data ?? []).map(whole));
      }
      if (gone.length > 0)
        tell({
          title: say("documents.deleted", "{count, plural, one {# document} other {# documents}} deleted", {
            count: gone.length,
          }),
          undo: () => void restore(gone),
        });
    },
    [keyring, deleteDocuments, restore, say],
  );

  return { revise, setState, remove };
}

interface Answer {
  data?: DocumentBulk | undefined;
  error?: unknown;
}

function firstFailure({ data, error }: Answer): ApiFailure | null {
  if (error) return failureOf(error);
  const refused = data?.errors[0];
  if (!refused) return null;
  const { code, message, details } = refused;
  const reason: unknown = details["reason"];
  return { status: 200, code, message, ...(typeof reason === "string" ? { reason } : {}), details };
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => items.slice(at * BATCH, (at + 1) * BATCH));
}
