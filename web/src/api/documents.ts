/** Documents and their files. What they say is sealed; only dates, places and sizes are in the clear. */
import { useCallback } from "react";

import { generatedApi, type DocumentItem as Sent } from "./generated";
import { collection, type Synced, type Whole } from "./itemSync";

/** As the server sends it, with every member that it may leave out in its place. */
export type DocumentItem = Whole<Sent> &
  Required<Pick<Sent, "profileIds" | "topicIds" | "remindDays" | "noteOnly" | "versions" | "fileIds">>;

type AllDocuments = Synced<DocumentItem>;

export function whole(item: Sent): DocumentItem {
  return {
    ...item,
    later: item.later ?? [],
    lifecycle: item.lifecycle ?? "active",
    profileIds: item.profileIds ?? [],
    topicIds: item.topicIds ?? [],
    remindDays: item.remindDays ?? [],
    noteOnly: item.noteOnly ?? false,
    versions: item.versions ?? [],
    fileIds: item.fileIds ?? [],
  };
}

const LIST = { type: "Document", id: "LIST" } as const;

export const documentsApi = generatedApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection: sorting, searching and filtering happen here, over what this device can open. */
      allDocuments: build.query<Synced<DocumentItem>, void>({
        ...collection<Sent, DocumentItem>((body) => ({ url: "/document", method: "POST", body }), whole, lastAnswer),
        providesTags: [LIST],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createDocument: { invalidatesTags: [LIST] },
      updateDocuments: { invalidatesTags: [LIST] },
      deleteDocuments: { invalidatesTags: [LIST] },
      duplicateDocument: { invalidatesTags: [LIST] },
    },
  });

type State = Parameters<ReturnType<typeof documentsApi.endpoints.allDocuments.select>>[0];

function lastAnswer(state: unknown): AllDocuments | undefined {
  return documentsApi.endpoints.allDocuments.select()(state as State).data;
}

interface Options {
  skip?: boolean;
}

export function useAllDocumentsQuery(none?: undefined, options: Options = {}) {
  const rowsOf = useCallback(
    <Result extends { data?: AllDocuments }>(result: Result) => ({ ...result, data: result.data?.rows as readonly DocumentItem[] | undefined }),
    [],
  );
  return documentsApi.useAllDocumentsQuery(none, { ...options, selectFromResult: rowsOf });
}

export const { useCreateDocumentMutation, useUpdateDocumentsMutation, useDeleteDocumentsMutation, useDuplicateDocumentMutation } =
  documentsApi;
