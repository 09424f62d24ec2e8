/** What was found to be suspicious, page after page, and what its person says to it. */
import { generatedApi } from "./generated";
import type { AuditEntry, PageAuditEntry, PageSuspiciousActivity, SuspiciousActivity } from "./typesOnly.generated";

export type { SuspiciousActivity };
export type SuspiciousPage = PageSuspiciousActivity;

const PAGE = 50;
/** As many of the own entries as are looked through for what a finding rests on. */
const LATELY = 200;

const securityApi = generatedApi
  .enhanceEndpoints({
    endpoints: {
      acknowledgeSuspiciousActivity: { invalidatesTags: ["Suspicious", "Audit", "Notice"] },
      secureSignIn: { invalidatesTags: ["Suspicious", "Audit", "Notice"] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listFindings: build.infiniteQuery<SuspiciousPage, void, string | null>({
        infiniteQueryOptions: {
          initialPageParam: null,
          getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
        },
        query: ({ pageParam }) => ({
          url: "/api/auth/suspicious-activities",
          params: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        }),
        providesTags: ["Suspicious"],
      }),
      listOwnEntries: build.query<AuditEntry[], void>({
        query: () => ({ url: "/api/auth/audit-logs/me", params: { limit: LATELY } }),
        transformResponse: (answer: PageAuditEntry) => answer.data,
        providesTags: ["Audit"],
      }),
    }),
  });

export const {
  useListFindingsInfiniteQuery,
  useListOwnEntriesQuery,
  useAcknowledgeSuspiciousActivityMutation,
  useSecureSignInMutation,
} = securityApi;
