/** Questions to the views of the account: counts, days and ids, and nothing that keys open. */
import { generatedApi } from "./generated";
import type { AnalyticsAnswer as Answer, AnalyticsQuery as Query, DataAnalyticsAnswer } from "./typesOnly.generated";

export type AnalyticsAnswer = Answer;
export type AnalyticsQuery = Query;
export type Cell = Answer["rows"][number][number];

const analyticsApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    askAnalytics: build.query<AnalyticsAnswer, AnalyticsQuery>({
      query: (body) => ({ url: "/api/analytics/query", method: "POST", body }),
      transformResponse: ({ data }: DataAnalyticsAnswer) => data,
      // What is counted changes with everything that happens: each visit asks anew.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAskAnalyticsQuery } = analyticsApi;
