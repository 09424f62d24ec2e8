/** Topics: one tree per account that tasks and documents are filed under. What they are called is sealed. */
import type { SealedItem } from "../keyring/contract";
import { baseApi } from "./baseApi";

export interface TopicItem extends SealedItem {
  rank: string;
  state: string;
  parentId: string | null;
}

export const topicsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTopics: build.query<{ data: TopicItem[]; version: number }, void>({
      query: () => ({ url: "/api/topics" }),
      providesTags: ["Topic"],
    }),
  }),
});

export const { useListTopicsQuery } = topicsApi;
