/** Tasks and what is said about them. What they say is sealed; where they stand, when and for whom is in the clear. */
import { collection, type Synced, type Whole } from "./itemSync";
import {
  workspaceApi,
  type AlterTask,
  type CommentRow,
  type TaskItem as Sent,
  type TaskPage,
} from "./workspace.generated";

export type { AlterTask, CommentRow };

/** As the server sends it, with every member that it may leave out in its place. */
export type TaskItem = Whole<Omit<Sent, "state"> & { lifecycle?: NonNullable<Sent["state"]> }> &
  Required<Pick<Sent, "profileIds" | "topicIds" | "documentIds" | "assigneeIds" | "reminders" | "occurrence" | "commentCount">>;

export function whole({ state, ...item }: Sent): TaskItem {
  return {
    ...item,
    later: item.later ?? [],
    lifecycle: state ?? "active",
    profileIds: item.profileIds ?? [],
    topicIds: item.topicIds ?? [],
    documentIds: item.documentIds ?? [],
    assigneeIds: item.assigneeIds ?? [],
    reminders: item.reminders ?? [],
    occurrence: item.occurrence ?? 1,
    commentCount: item.commentCount ?? 0,
  };
}

export const tasksApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allTasks: build.query<Synced<TaskItem>, void>({
        ...collection<Sent, TaskItem>((body) => ({ url: "/task/get", method: "POST", body }), whole, lastAnswer),
        providesTags: ["Task"],
      }),
      /** What is said about one task, oldest first. */
      taskComments: build.query<CommentRow[], string>({
        query: (id) => ({ url: "/task/get", method: "POST", body: { ids: [id], include: ["comments"] } }),
        transformResponse: ({ data }: TaskPage) => data[0]?.comments ?? [],
        providesTags: ["Task"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createTask: { invalidatesTags: ["Task"] },
      updateTasks: { invalidatesTags: ["Task"] },
      deleteTasks: { invalidatesTags: ["Task"] },
    },
  });

type State = Parameters<ReturnType<typeof tasksApi.endpoints.allTasks.select>>[0];

function lastAnswer(state: unknown): Synced<TaskItem> | undefined {
  return tasksApi.endpoints.allTasks.select()(state as State).data;
}

export const { useAllTasksQuery, useTaskCommentsQuery, useCreateTaskMutation, useUpdateTasksMutation, useDeleteTasksMutation } = tasksApi;
