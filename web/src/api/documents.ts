/** Documents and their files. What they say is sealed; only dates, places and sizes are in the clear. */
import { useCallback } from "react";

import { answeredAs, type Answered } from "./answered";
import { generatedApi, type DocumentAnswer as Sent } from "./generated";
import { collection, type Synced } from "./itemSync";

export interface DocumentWord {
  /** The profile that was archived and has taken the document out of the way. */
  hiddenBy: string | null;
}

export type DocumentAnswer = Answered<DocumentWord>;

type AllDocuments = Synced<DocumentAnswer>;

export const answered = (sent: Sent): DocumentAnswer | null => answeredAs(sent, ({ hiddenBy = null }) => ({ hiddenBy }));

const LIST = { type: "Document", id: "LIST" } as const;

export const documentsApi = generatedApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection: sorting, searching and filtering happen here, over what this device can open. */
      allDocuments: build.query<Synced<DocumentAnswer>, void>({
        ...collection<Sent, DocumentAnswer>("document", (body) => ({ url: "/document", method: "POST", body }), answered, lastAnswer),
        providesTags: [LIST],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createDocument: { invalidatesTags: [LIST] },
      updateDocuments: { extraOptions: { reads: true }, invalidatesTags: [LIST] },
      deleteDocuments: { extraOptions: { reads: true }, invalidatesTags: [LIST] },
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
    <Result extends { data?: AllDocuments }>(result: Result) => ({ ...result, data: result.data?.rows as readonly DocumentAnswer[] | undefined }),
    [],
  );
  return documentsApi.useAllDocumentsQuery(none, { ...options, selectFromResult: rowsOf });
}

export const { useCreateDocumentMutation, useUpdateDocumentsMutation, useDeleteDocumentsMutation, useDuplicateDocumentMutation } =
  documentsApi;
