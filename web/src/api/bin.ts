/** The deleted items of every kind, fetched when the bin is opened. */
import { generatedApi, type DocumentPage } from "./generated";
import type { ApiFailure } from "./failure";
import { whole as wholeDocument, type DocumentItem } from "./documents";
import { whole as wholePlain, type PlainItem } from "./plainItems";
import { wholeProfile, type ProfileItem } from "./profiles";
import { whole as wholeTask, type TaskItem } from "./tasks";
import type { ItemPage, ProfilePage, TaskPage } from "./workspace.generated";

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

const binApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    deletedDocuments: build.query<DocumentItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/document", method: "POST", body })) as Given<DocumentPage["data"][number]>, wholeDocument),
      providesTags: [{ type: "Document", id: "LIST" }],
    }),
    deletedTasks: build.query<TaskItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/task/get", method: "POST", body })) as Given<TaskPage["data"][number]>, wholeTask),
      providesTags: ["Task"],
    }),
    deletedContacts: build.query<PlainItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/contact", method: "POST", body })) as Given<ItemPage["data"][number]>, wholePlain),
      providesTags: ["Contact"],
    }),
    deletedVendors: build.query<PlainItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (params) => (await query({ url: "/api/vendors", params: { ...params } })) as Given<ItemPage["data"][number]>, wholePlain),
      providesTags: ["Vendor"],
    }),
    deletedProfiles: build.query<ProfileItem[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (params) => (await query({ url: "/api/profiles", params: { ...params } })) as Given<ProfilePage["data"][number]>, wholeProfile),
      providesTags: ["Profile"],
    }),
  }),
});

export const {
  useDeletedDocumentsQuery,
  useDeletedTasksQuery,
  useDeletedContactsQuery,
  useDeletedVendorsQuery,
  useDeletedProfilesQuery,
} = binApi;
