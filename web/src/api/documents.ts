/** Documents and their files. What they say is sealed; only dates, places and sizes are in the clear. */
import { useCallback } from "react";

import type { ApiFailure } from "./failure";
import { generatedApi, type DocumentPage } from "./generated";
import { syncDocuments, type AllDocuments, type DocumentItem } from "./documentSync";

export { whole } from "./documentSync";
export type { DocumentItem } from "./documentSync";

const LIST = { type: "Document", id: "LIST" } as const;

export const documentsApi = generatedApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection: sorting, searching and filtering happen here, over what this device can open. */
      allDocuments: build.query<AllDocuments, void>({
        queryFn: (_none, { getState }, _options, query) =>
          syncDocuments(
            async (body) => (await query({ url: "/document", method: "POST", body })) as { data: DocumentPage } | { error: ApiFailure },
            lastAnswer(getState()),
          ),
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

/** Who may open what has changed: what comes into sight by that is among no changes of documents. */
export const loadDocumentsWhole = () =>
  documentsApi.util.updateQueryData("allDocuments", undefined, (known) => {
    known.seq = null;
  });

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
