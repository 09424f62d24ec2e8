/** Topics: one tree per account that tasks and documents are filed under. What they are called is sealed. */
import type { Sealed, SealedItem, Signed } from "../keyring/contract";
import { baseApi } from "./baseApi";

export interface TopicItem extends SealedItem {
  rank: string;
  state: string;
  parentId: string | null;
}

type Change = Partial<Signed> & { version?: number; sealed?: Sealed; audience?: string[]; beforeId?: string; afterId?: string; parentId?: string | null };

export const topicsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTopics: build.query<{ data: TopicItem[]; version: number }, void>({
      query: () => ({ url: "/api/topics" }),
      providesTags: ["Topic"],
    }),
    createTopic: build.mutation<
      { data: TopicItem },
      { newTopic: { id: string; sealed: Sealed; audience: string[]; parentId?: string | null } }
    >({
      query: ({ newTopic }) => ({ url: "/api/topics", method: "POST", body: newTopic }),
      invalidatesTags: ["Topic"],
    }),
    updateTopic: build.mutation<{ data: TopicItem }, { topicId: string; topicChange: Change }>({
      query: ({ topicId, topicChange }) => ({ url: `/api/topics/${topicId}`, method: "PUT", body: topicChange }),
      invalidatesTags: ["Topic"],
    }),
    deleteTopic: build.mutation<unknown, { topicId: string; entryEnd: Change }>({
      query: ({ topicId, entryEnd }) => ({ url: `/api/topics/${topicId}`, method: "DELETE", body: entryEnd }),
      invalidatesTags: ["Topic"],
    }),
  }),
});

export const { useListTopicsQuery, useCreateTopicMutation, useUpdateTopicMutation, useDeleteTopicMutation } = topicsApi;
