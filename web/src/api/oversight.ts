/** What happened, and what looks odd about it. */
import { baseApi } from "./baseApi";

export interface AuditEntry {
  id: string;
  seq: number;
  accountId: string;
  at: string;
  category: "auth" | "access" | "key" | "member" | "content" | "mail" | "billing" | "security" | "system";
  action: string;
  outcome: "success" | "failure" | "denied";
  severity: 1 | 2 | 3 | 4 | 5;
  actor: { type: "user" | "system" | "support"; id: string | null; name?: string | null };
  targets: { kind: string; id: string; version?: number }[];
  changes: { field: string; from?: unknown; to?: unknown }[];
  context: {
    sessionId?: string | null;
    deviceId?: string | null;
    ip?: string | null;
    country?: string | null;
    agent?: string | null;
    requestId?: string | null;
    correlationId?: string | null;
  };
  reason?: string | null;
  position: number;
  leafHashB64u: string;
}

export interface AuditPage {
  data: AuditEntry[];
  page: { limit: number; nextCursor: string | null };
}

export interface AuditFilter {
  from?: string | undefined;
  to?: string | undefined;
  actions?: string[] | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  outcome?: string | undefined;
}

export interface SuspiciousActivity {
  id: string;
  detector: string;
  severity: number;
  state: "open" | "acknowledged" | "resolved";
  firstAt: string;
  lastAt: string;
  count: number;
}

export const oversightApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAuditEntries: build.infiniteQuery<AuditPage, AuditFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: "/api/auth/audit-logs/account",
        params: { ...queryArg, limit: 100, cursor: pageParam ?? undefined },
      }),
      providesTags: ["Audit"],
    }),
    listRecentActivity: build.query<AuditEntry[], void>({
      query: () => ({ url: "/api/auth/audit-logs/account", params: { limit: 6 } }),
      transformResponse: (answer: AuditPage) => answer.data,
      providesTags: ["Audit"],
    }),
    listSuspiciousActivities: build.query<SuspiciousActivity[], void>({
      query: () => ({ url: "/api/auth/suspicious-activities", params: { limit: 50 } }),
      transformResponse: (answer: { data: SuspiciousActivity[] }) => answer.data,
      providesTags: ["Suspicious"],
    }),
  }),
});

export const {
  useListAuditEntriesInfiniteQuery,
  useListRecentActivityQuery,
  useListSuspiciousActivitiesQuery,
} = oversightApi;
