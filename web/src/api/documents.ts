/** Documents and their files. What they say is sealed; only dates, places and sizes are in the clear. */
import type { SealedItem, Sealed, Signed } from "../keyring/contract";
import { baseApi } from "./baseApi";

export interface DocumentVersion {
  number: number;
  fileId: string;
  at: string;
  by: string;
  restoredFrom?: number;
}

export type Lifecycle = "draft" | "active" | "expiring" | "expired" | "archived";

export interface DocumentItem extends SealedItem {
  state: "draft" | "active" | "archived" | "deleted";
  lifecycle: Lifecycle;
  profileIds: string[];
  topicIds: string[];
  expiresOn?: string | null;
  remindDays?: number[] | null;
  noteOnly: boolean;
  versions: DocumentVersion[];
  fileIds: string[];
  owed?: string[];
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  seq: number;
}

export interface DocumentPage {
  data: DocumentItem[];
  page: { limit: number; nextCursor: string | null };
  sync: { seq: number };
}

export interface CreateDocument {
  id: string;
  sealed: Sealed;
  audience: string[];
  state: "draft" | "active";
  profileIds?: string[];
  expiresOn?: string | null;
  remindDays?: number[];
  addVersion?: { fileId: string };
  noteOnly?: boolean;
}

export interface ChangeDocument extends Partial<Signed> {
  id: string;
  version: number;
  sealed?: Sealed;
  state?: "draft" | "active" | "archived";
  expiresOn?: string | null;
  remindDays?: number[];
  addVersion?: { fileId: string; restoreOf?: number; renew?: boolean };
  attrsSaltB64u?: string;
}

export interface BulkAnswer<Item> {
  data: Item[];
  errors: { id: string; code: string; message: string; details?: { reason?: string; current?: Item } }[];
}

interface CatalogueEntry {
  key: string;
}

export interface FileType extends CatalogueEntry {
  categoryKey: string;
  hints: { expires: boolean; usualYears?: number; numberLabel?: string };
}

const PAGE = 200;

export const documentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The whole collection: sorting, searching and filtering happen here, over what this device can open. */
    listDocuments: build.query<DocumentItem[], { states: string[] }>({
      async queryFn({ states }, _api, _options, query) {
        const rows: DocumentItem[] = [];
        let cursor: string | null = null;
        do {
          const answer = await query({
            url: "/document",
            method: "POST",
            body: { states, limit: PAGE, ...(cursor ? { cursor } : {}) },
          });
          if (answer.error) return { error: answer.error };
          const page = answer.data as DocumentPage;
          rows.push(...page.data);
          cursor = page.page.nextCursor;
        } while (cursor);
        return { data: rows };
      },
      providesTags: (rows) => [
        { type: "Document", id: "LIST" },
        ...(rows ?? []).map(({ id }) => ({ type: "Document" as const, id })),
      ],
    }),
    listExpiringDocuments: build.query<
      { data: DocumentItem[]; meta?: { computedBy: "server" | "client" } },
      { withinDays: number; includeExpired: boolean }
    >({
      query: (body) => ({ url: "/document/expiring", method: "POST", body }),
      providesTags: [{ type: "Document", id: "LIST" }],
    }),
    createDocument: build.mutation<{ data: DocumentItem }, CreateDocument>({
      query: (body) => ({ url: "/document/create", method: "POST", body }),
      invalidatesTags: [{ type: "Document", id: "LIST" }],
    }),
    changeDocuments: build.mutation<BulkAnswer<DocumentItem>, { items: ChangeDocument[] }>({
      query: (body) => ({ url: "/documents/update", method: "POST", body }),
      invalidatesTags: (_answer, _error, { items }) => [
        { type: "Document", id: "LIST" },
        ...items.map(({ id }) => ({ type: "Document" as const, id })),
      ],
    }),
    deleteDocuments: build.mutation<BulkAnswer<DocumentItem>, { items: ({ id: string } & Signed)[]; restore?: boolean }>({
      query: (body) => ({ url: "/document/delete", method: "POST", body }),
      invalidatesTags: [{ type: "Document", id: "LIST" }],
    }),
    listFileTypes: build.query<FileType[], void>({
      query: () => "/api/file-types",
      transformResponse: (answer: { data: FileType[] }) => answer.data,
    }),
    listFileCategories: build.query<CatalogueEntry[], void>({
      query: () => "/api/file-categories",
      transformResponse: (answer: { data: CatalogueEntry[] }) => answer.data,
    }),
  }),
});

export const {
  useListDocumentsQuery,
  useListExpiringDocumentsQuery,
  useCreateDocumentMutation,
  useChangeDocumentsMutation,
  useDeleteDocumentsMutation,
  useListFileTypesQuery,
  useListFileCategoriesQuery,
} = documentsApi;
