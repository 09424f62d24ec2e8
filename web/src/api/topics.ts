/** Topics: one tree per account that tasks and documents are filed under. What they are called is sealed. */
import type { Answered } from "./answered";
import type { Ranked } from "./profiles";
import { workspaceApi, type ShownTopic } from "./workspace.generated";

export type TopicAnswer = Answered<Ranked>;

export function answeredTopic({ id, sealed, later = [], word: { version, rank } }: ShownTopic): TopicAnswer {
  return { id, version, sealed, later, word: { rank } };
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
