/** What happened: page after page for the log, the last few entries for Home. */
import { generatedApi } from "./generated";
import type { AuditEntry as Entry, ListAccountAuditLogsApiArg, PageAuditEntry } from "./typesOnly.generated";

export type AuditEntry = Entry;
export type AuditPage = PageAuditEntry;
export type AuditFilter = Omit<ListAccountAuditLogsApiArg, "limit" | "cursor">;

const PAGE = 100;
/** Several entries make one line of what happened. */
const RECENT = 60;

export const ACCOUNT_LOG = "/api/auth/audit-logs/account";
export const MY_LOG = "/api/auth/audit-logs/me";

const infiniteQueryOptions = {
  initialPageParam: null,
  getNextPageParam: ({ page }: AuditPage) => page.nextCursor ?? undefined,
};

export const oversightApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listAuditEntries: build.infiniteQuery<AuditPage, AuditFilter, string | null>({
      infiniteQueryOptions,
      query: ({ queryArg, pageParam }) => ({ url: ACCOUNT_LOG, params: { ...queryArg, limit: PAGE, cursor: pageParam } }),
      providesTags: ["Audit"],
    }),
    /** In all accounts, and at the door. */
    listMyAuditEntries: build.infiniteQuery<AuditPage, void, string | null>({
      infiniteQueryOptions,
      query: ({ pageParam }) => ({ url: MY_LOG, params: { limit: PAGE, cursor: pageParam } }),
      providesTags: ["Audit"],
    }),
    listRecentActivity: build.query<AuditEntry[], readonly string[]>({
      query: (actions) => ({ url: ACCOUNT_LOG, params: { actions, limit: RECENT } }),
      transformResponse: (answer: AuditPage) => answer.data,
      providesTags: ["Audit"],
    }),
  }),
});

export const { useListAuditEntriesInfiniteQuery, useListMyAuditEntriesInfiniteQuery, useListRecentActivityQuery } =
  oversightApi;
