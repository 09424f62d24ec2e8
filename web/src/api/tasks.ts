/** Tasks and what is said about them. What they say is sealed; where they stand, when and for whom is in the clear. */
import { answeredAs, withContents, type Answered } from "./answered";
import { collection, type Synced } from "./itemSync";
import type { TaskPage } from "./typesOnly.generated";
import { workspaceApi, type AlterTask, type Item as SentComment, type TaskAnswer as Sent } from "./workspace.generated";

export type { AlterTask };

export interface TaskWord {
  /** The order that people gave to the tasks of a status. */
  rank: string;
  hiddenBy: string | null;
  /** Of a task that repeats: which time it is, and when that is due. */
  occurrence: number;
  nextDueOn: string | null;
  closedAt: string | null;
  commentCount: number;
}

export type TaskAnswer = Answered<TaskWord>;
export type CommentAnswer = Answered;

export const answered = (sent: Sent): TaskAnswer | null =>
  answeredAs(sent, ({ rank, hiddenBy = null, occurrence = 1, nextDueOn = null, closedAt = null, commentCount = 0 }) =>
    ({ rank, hiddenBy, occurrence, nextDueOn, closedAt, commentCount }));

export const answeredComment = (sent: SentComment): CommentAnswer | null => answeredAs(sent, () => ({}));

export const tasksApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allTasks: build.query<Synced<TaskAnswer>, void>({
        ...collection<Sent, TaskAnswer>("task", (body) => ({ url: "/task/get", method: "POST", body }), answered, lastAnswer),
        providesTags: ["Task"],
      }),
      /** What is said about one task, oldest first. */
      taskComments: build.query<CommentAnswer[], string>({
        query: (id) => ({ url: "/task/get", method: "POST", body: { ids: [id], include: ["comments"] } }),
        transformResponse: ({ comments = [] }: TaskPage) => withContents(comments.map(answeredComment)),
        providesTags: ["Task"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      createTask: { invalidatesTags: ["Task"] },
      updateTasks: { extraOptions: { reads: true }, invalidatesTags: ["Task"] },
      deleteTasks: { extraOptions: { reads: true }, invalidatesTags: ["Task"] },
    },
  });

type State = Parameters<ReturnType<typeof tasksApi.endpoints.allTasks.select>>[0];

function lastAnswer(state: unknown): Synced<TaskAnswer> | undefined {
  return tasksApi.endpoints.allTasks.select()(state as State).data;
}

export const { useAllTasksQuery, useTaskCommentsQuery, useCreateTaskMutation, useUpdateTasksMutation, useDeleteTasksMutation } = tasksApi;
