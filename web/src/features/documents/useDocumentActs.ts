/** What can be done with documents as they are: archive, delete, bring back, copy. Every act is signed on this device. */
import { useCallback, useMemo } from "react";

import {
  useDeleteDocumentsMutation,
  useDuplicateDocumentMutation,
  useUpdateDocumentsMutation,
  type DocumentItem,
} from "../../api/documents";
import { CallFailed, failureOf } from "../../api/failure";
import { newId } from "../../api/ids";
import { tell, tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import { attributesOf } from "./attributes";
import { inBatches, type BulkResult, type BulkWork } from "./bulk";

type Hooks = Pick<BulkWork<unknown>, "onProgress" | "signal">;
type Lifecycle = DocumentItem["lifecycle"];

export interface DocumentActs {
  archive: (items: readonly DocumentItem[], hooks?: Hooks) => Promise<BulkResult>;
  unarchive: (items: readonly DocumentItem[], hooks?: Hooks) => Promise<BulkResult>;
  remove: (items: readonly DocumentItem[], hooks?: Hooks) => Promise<BulkResult>;
  /** Answers the id of the copy. */
  duplicate: (item: DocumentItem, payload: DocumentPayload) => Promise<string>;
}

export function useDocumentActs(): DocumentActs {
  const say = useSay();
  const keyring = useKeyring();
  const [changeDocuments] = useUpdateDocumentsMutation();
  const [deleteDocuments] = useDeleteDocumentsMutation();
  const [copyDocument] = useDuplicateDocumentMutation();

  const move = useCallback(
    (items: readonly DocumentItem[], state: "active" | "archived", hooks?: Hooks) =>
      inBatches(items, {
        ...hooks,
        sign: async (item) => {
          const attrs = await keyring.signAttrs("document", item, { ...attributesOf(item), state });
          return { id: item.id, version: item.version, state, ...attrs };
        },
        send: (signed) => changeDocuments({ documentChanges: { items: signed } }),
      }),
    [keyring, changeDocuments],
  );

  const restore = useCallback(
    (items: readonly DocumentItem[], stateOf: (item: DocumentItem) => Lifecycle) =>
      inBatches(items, {
        // After a delete its statement is the last one; the answer to it carries it.
        sign: async (item) => ({
          id: item.id,
          ...(await keyring.signAttrs("document", item, { ...attributesOf(item), state: stateOf(item) })),
        }),
        send: (signed) => deleteDocuments({ binMoves: { items: signed, restore: true } }),
      }),
    [keyring, deleteDocuments],
  );

  return useMemo<DocumentActs>(() => {
    const complain = ({ refused }: BulkResult) => {
      const [first] = refused;
      if (first) tellFailure(failureTitle(say, "update"), first.message);
    };
    /** One notice for all of it, and one way back. */
    function told(result: BulkResult, title: string, back: () => Promise<BulkResult>): BulkResult {
      if (result.done.length > 0) tell({ title, undo: () => void back().then(complain) });
      return result;
    }

    return {
      async archive(items, hooks) {
        const result = await move(items, "archived", hooks);
        const title = say("documents.archived", "{count, plural, one {# document} other {# documents}} archived", {
          count: result.done.length,
        });
        return told(result, title, () => move(result.done, "active"));
      },
      unarchive: (items, hooks) => move(items, "active", hooks),
      async remove(items, hooks) {
        const before = new Map(items.map(({ id, lifecycle }) => [id, lifecycle]));
        const result = await inBatches(items, {
          ...hooks,
          sign: async (item) => ({ id: item.id, ...(await keyring.signDelete("document", item)) }),
          send: (signed) => deleteDocuments({ binMoves: { items: signed } }),
        });
        const title = say("documents.deleted", "{count, plural, one {# document} other {# documents}} deleted", {
          count: result.done.length,
        });
        return told(result, title, () => restore(result.done, ({ id }) => before.get(id) ?? "active"));
      },
      async duplicate(item, payload) {
        const id = newId();
        const title = say("documents.copyOf", "{title} (copy)", { title: payload.title }).slice(0, 200);
        const last = item.versions.at(-1);
        const complete = last !== undefined || item.noteOnly;
        const sealed = await keyring.sealRecord({
          kind: "document",
          id,
          payload: { ...payload, title },
          attrs: {
            ...attributesOf(item),
            state: complete && item.lifecycle !== "draft" ? "active" : "draft",
            versions: last ? [last.fileId] : [],
          },
          audience: item.audience,
        });
        const answer = await copyDocument({ copyDocument: { sourceId: item.id, id, sealed, audience: item.audience } });
        if (answer.error) throw new CallFailed(failureOf(answer.error));
        return id;
      },
    };
  }, [say, keyring, move, restore, deleteDocuments, copyDocument]);
}
