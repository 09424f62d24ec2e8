/** Topics: one tree per account that tasks and documents are filed under. What they are called is sealed. */
import { workspaceApi, type ShownTopic } from "./workspace.generated";

/** As the server sends it, with every member that it may leave out in its place. */
export type TopicItem = Required<ShownTopic>;

export function wholeTopic(topic: ShownTopic): TopicItem {
  return {
    ...topic,
    version: topic.version ?? 0,
    later: topic.later ?? [],
    audience: topic.audience ?? [],
    state: topic.state ?? "active",
    parentId: topic.parentId ?? null,
    owed: topic.owed ?? [],
    seq: topic.seq ?? 0,
  };
}

export const topicsApi = workspaceApi.enhanceEndpoints({
  endpoints: {
    listTopics: { providesTags: ["Topic"] },
    createTopic: { invalidatesTags: ["Topic"] },
    updateTopic: { invalidatesTags: ["Topic"] },
    deleteTopic: { invalidatesTags: ["Topic"] },
  },
});

export const { useListTopicsQuery, useCreateTopicMutation, useUpdateTopicMutation, useDeleteTopicMutation } = topicsApi;
