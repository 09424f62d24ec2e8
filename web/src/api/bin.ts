/** What lies in the bin: the deleted items of every kind, asked for when somebody looks. */
import { generatedApi, type DocumentPage } from "./generated";
import type { ApiFailure } from "./failure";
import { whole as wholeDocument, type DocumentItem } from "./documents";
import type { Tag } from "./baseApi";
import { whole as wholePlain, type PlainItem } from "./plainItems";
import { whole as wholeTask, type TaskItem } from "./tasks";
import type { ItemPage, TaskPage } from "./workspace.generated";

export type BinKind = "document" | "contact" | "vendor" | "task";

interface Page<Sent> {
  data: Sent[];
  page: { nextCursor?: string | null };
}

interface Question {
  states: ["deleted"];
  limit: number;
  cursor?: string;
}

type Given<Sent> = { data: Page<Sent> } | { error: ApiFailure };

/** All pages, one after the other. */
async function all<Sent, One>(
  ask: (question: Question) => PromiseLike<Given<Sent>>,
  whole: (sent: Sent) => One,
): Promise<{ data: One[] } | { error: ApiFailure }> {
  const items: One[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await ask({ states: ["deleted"], limit: 200, ...(cursor ? { cursor } : {}) });
    if ("error" in answer) return answer;
    items.push(...answer.data.data.map(whole));
    cursor = answer.data.page.nextCursor;
  } while (cursor);
  return { data: items };
}

const tag = (type: Tag) => [type === "Document" ? { type, id: "LIST" } : type];

const binApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    deletedDocuments: build.query<DocumentItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/document", method: "POST", body })) as Given<DocumentPage["data"][number]>, wholeDocument),
      providesTags: tag("Document"),
    }),
    deletedContacts: build.query<PlainItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/contact", method: "POST", body })) as Given<ItemPage["data"][number]>, wholePlain),
      providesTags: tag("Contact"),
    }),
    deletedVendors: build.query<PlainItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (params) => (await query({ url: "/api/vendors", params: { ...params } })) as Given<ItemPage["data"][number]>, wholePlain),
      providesTags: tag("Vendor"),
    }),
    deletedTasks: build.query<TaskItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/task/get", method: "POST", body })) as Given<TaskPage["data"][number]>, wholeTask),
      providesTags: tag("Task"),
    }),
  }),
});

export const { useDeletedDocumentsQuery, useDeletedContactsQuery, useDeletedVendorsQuery, useDeletedTasksQuery } = binApi;
