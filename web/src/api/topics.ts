/** Topics: one tree per account that tasks and documents are filed under. What they are called is sealed. */
import { answeredAs, type Answered } from "./answered";
import type { Ranked } from "./profiles";
import { workspaceApi, type RankedItem } from "./workspace.generated";

export type TopicAnswer = Answered<Ranked>;

export const answeredTopic = (sent: RankedItem): TopicAnswer | null => answeredAs(sent, ({ rank }) => ({ rank }));

export const topicsApi = workspaceApi.enhanceEndpoints({
  endpoints: {
    listTopics: { providesTags: ["Topic"] },
    createTopic: { invalidatesTags: ["Topic"] },
    updateTopic: { extraOptions: { reads: true }, invalidatesTags: ["Topic"] },
    deleteTopic: { invalidatesTags: ["Topic"] },
  },
});

export const { useListTopicsQuery, useCreateTopicMutation, useUpdateTopicMutation, useDeleteTopicMutation } = topicsApi;
