/** Emails of members: what was sent, page after page, what is sent, and whether mail can leave. */
import { generatedApi, type SetupShape } from "./generated";
import type { AcceptedBatch, MessageShape, PageMessageShape, SendBatch, SendCustom, SendEmail } from "./typesOnly.generated";
import { call } from "./http";

export type { AcceptedBatch, SendBatch, SendCustom, SendEmail };
export type SentEmail = MessageShape;
export type MailSetup = SetupShape;

const PAGE = 50;
/** The largest page, and as many pages as a batch or a day can have. */
const WHOLE_PAGE = 200;
const MOST_PAGES = 5;

const midnight = (): string => `${new Date().toISOString().slice(0, "yyyy-mm-dd".length)}T00:00:00`;

export interface DayCount {
  count: number;
  /** There may be more: nobody looked further. */
  atLeast: boolean;
}

const emailsApi = generatedApi
  .enhanceEndpoints({
    endpoints: {
      cancelEmail: { invalidatesTags: ["Email"] },
      sendTestEmail: { invalidatesTags: ["Email"] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listSentEmails: build.infiniteQuery<PageMessageShape, void, string | null>({
        infiniteQueryOptions: {
          initialPageParam: null,
          getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
        },
        query: ({ pageParam }) => ({
          url: "/api/email/messages",
          params: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        }),
        providesTags: ["Email"],
      }),
      /** All of one batch. */
      listBatchEmails: build.query<SentEmail[], string>({
        queryFn: async (batchId, _api, _options, ask) => {
          const found: SentEmail[] = [];
          let cursor: string | null = null;
          for (let pages = 0; pages < MOST_PAGES; pages += 1) {
            const params: Record<string, unknown> = { batchId, limit: WHOLE_PAGE, ...(cursor === null ? {} : { cursor }) };
            const { data, error } = await ask({ url: "/api/email/messages", params });
            if (error) return { error };
            const page = data as PageMessageShape;
            found.push(...page.data);
            cursor = page.page.nextCursor ?? null;
            if (cursor === null) break;
          }
          return { data: found };
        },
        providesTags: ["Email"],
      }),
      /** How many there are today, by the day of the server, which is that of UTC. */
      listEmailsOfToday: build.query<DayCount, void>({
        queryFn: async (_asked, _api, _options, ask) => {
          const since = midnight();
          let count = 0;
          let cursor: string | null = null;
          for (let pages = 0; pages < MOST_PAGES; pages += 1) {
            const params: Record<string, unknown> = { limit: WHOLE_PAGE, ...(cursor === null ? {} : { cursor }) };
            const { data, error } = await ask({ url: "/api/email/messages", params });
            if (error) return { error };
            const page = data as PageMessageShape;
            const today = page.data.filter(({ createdAt }) => createdAt >= since);
            count += today.length;
            cursor = page.page.nextCursor ?? null;
            if (cursor === null || today.length < page.data.length) return { data: { count, atLeast: false } };
          }
          return { data: { count, atLeast: true } };
        },
        providesTags: ["Email"],
      }),
    }),
  });

export const {
  useListSentEmailsInfiniteQuery,
  useListBatchEmailsQuery,
  useListEmailsOfTodayQuery,
  useCancelEmailMutation,
  useSendTestEmailMutation,
  useLazyGetEmailSetupQuery,
} = emailsApi;

/**
 * What is written to whom goes straight out: an endpoint would keep it in the store, which holds no plaintext.
 *
 * With the same key for all tries of one press, so that no email is sent twice because an answer was lost.
 */
export const sendTemplate = (body: SendEmail, idempotencyKey: string) => call<unknown>({ path: "/email.send", method: "POST", body, idempotencyKey });
export const sendOwnWords = (body: SendCustom, idempotencyKey: string) => call<unknown>({ path: "/email.sendCustom", method: "POST", body, idempotencyKey });

export async function sendBatch(body: SendBatch, idempotencyKey: string): Promise<AcceptedBatch> {
  const { data } = await call<{ data: AcceptedBatch }>({ path: "/email.bulkSend", method: "POST", reads: true, body, idempotencyKey });
  return data.data;
}
