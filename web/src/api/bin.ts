/** The deleted items of every kind, fetched when the bin is opened. */
import { withContents } from "./answered";
import { generatedApi } from "./generated";
import type { ApiFailure } from "./failure";
import { answered as answeredDocument, type DocumentAnswer } from "./documents";
import { answered as answeredPlain, type PlainAnswer } from "./plainItems";
import { answeredProfile, type ProfileAnswer } from "./profiles";
import { answered as answeredTask, type TaskAnswer } from "./tasks";
import type { DocumentPage, TaskPage } from "./typesOnly.generated";
import type { ItemPage, ProfilePage } from "./workspace.generated";

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
  answered: (sent: Sent) => One | null,
): Promise<{ data: One[] } | { error: ApiFailure }> {
  const items: One[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await ask({ states: ["deleted"], limit: 200, ...(cursor ? { cursor } : {}) });
    if ("error" in answer) return answer;
    items.push(...withContents(answer.data.data.map(answered)));
    cursor = answer.data.page.nextCursor;
  } while (cursor);
  return { data: items };
}

const binApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    deletedDocuments: build.query<DocumentAnswer[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/document", method: "POST", body })) as Given<DocumentPage["data"][number]>, answeredDocument),
      providesTags: [{ type: "Document", id: "LIST" }],
    }),
    deletedTasks: build.query<TaskAnswer[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/task/get", method: "POST", body })) as Given<TaskPage["data"][number]>, answeredTask),
      providesTags: ["Task"],
    }),
    deletedContacts: build.query<PlainAnswer[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (body) => (await query({ url: "/contact", method: "POST", body })) as Given<ItemPage["data"][number]>, answeredPlain),
      providesTags: ["Contact"],
    }),
    deletedVendors: build.query<PlainAnswer[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (params) => (await query({ url: "/api/vendors", params: { ...params } })) as Given<ItemPage["data"][number]>, answeredPlain),
      providesTags: ["Vendor"],
    }),
    deletedProfiles: build.query<ProfileAnswer[], void>({
      queryFn: (_none, _api, _options, query) =>
        all(async (params) => (await query({ url: "/api/profiles", params: { ...params } })) as Given<ProfilePage["data"][number]>, answeredProfile),
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
