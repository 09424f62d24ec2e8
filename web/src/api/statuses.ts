/** The statuses of tasks: one board per account. What they are called is sealed. */
import { workspaceApi, type ShownStatus } from "./workspace.generated";

export type Category = ShownStatus["category"];
export type Outcome = NonNullable<ShownStatus["outcome"]>;
export type BuiltInStatus = NonNullable<ShownStatus["builtin"]>;

/** As the server sends it, with every member that it may leave out in its place. One without content is built in and not renamed. */
export type StatusItem = Required<ShownStatus>;

export function wholeStatus(status: ShownStatus): StatusItem {
  return {
    ...status,
    version: status.version ?? 0,
    sealed: status.sealed ?? null,
    later: status.later ?? [],
    audience: status.audience ?? [],
    state: status.state ?? "active",
    outcome: status.outcome ?? null,
    default: status.default ?? false,
    builtin: status.builtin ?? null,
    movedTo: status.movedTo ?? null,
    owed: status.owed ?? [],
    seq: status.seq ?? 0,
  };
}

export const statusesApi = workspaceApi.enhanceEndpoints({
  endpoints: {
    listStatuses: { providesTags: ["Status"] },
    createStatus: { invalidatesTags: ["Status"] },
    updateStatus: { invalidatesTags: ["Status"] },
    deleteStatus: { invalidatesTags: ["Status"] },
  },
});

export const { useListStatusesQuery, useCreateStatusMutation, useUpdateStatusMutation, useDeleteStatusMutation } = statusesApi;
