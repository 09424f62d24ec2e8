/** Documents and their files. What they say is sealed; only dates, places and sizes are in the clear. */
import type { SealedItem } from "../keyring/contract";
import { generatedApi, type DocumentItem as Item, type DocumentPage } from "./generated";

/** As the server sends it, with every member that it may leave out in its place. */
export type DocumentItem = SealedItem &
  Required<Pick<Item, "profileIds" | "topicIds" | "remindDays" | "noteOnly" | "versions" | "fileIds">> &
  Omit<Item, "sealed" | "later" | "lifecycle"> & { lifecycle: "draft" | "active" | "archived" };

export function whole(item: Item): DocumentItem {
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

const PAGE = 200;
const LIST = { type: "Document", id: "LIST" } as const;

export const documentsApi = generatedApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection: sorting, searching and filtering happen here, over what this device can open. */
      allDocuments: build.query<DocumentItem[], void>({
        async queryFn(_none, _api, _options, query) {
          const rows: DocumentItem[] = [];
          let cursor: string | null | undefined;
          do {
            const body = { states: ["active", "archived"], limit: PAGE, ...(cursor ? { cursor } : {}) };
            const answer = await query({ url: "/document", method: "POST", body });
            if (answer.error) return { error: answer.error };
            const { data, page } = answer.data as DocumentPage;
            rows.push(...data.map(whole));
            cursor = page.nextCursor;
          } while (cursor);
          return { data: rows };
        },
        providesTags: (rows) => [LIST, ...(rows ?? []).map(({ id }) => ({ type: "Document" as const, id }))],
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

export const {
  useAllDocumentsQuery,
  useCreateDocumentMutation,
  useUpdateDocumentsMutation,
  useDeleteDocumentsMutation,
  useDuplicateDocumentMutation,
} = documentsApi;
