/** The statuses of tasks: one board per account. What they are called is sealed. */
import { answeredAs, type Answered } from "./answered";
import type { Ranked } from "./profiles";
import { workspaceApi, type RankedItem } from "./workspace.generated";

/** A built-in status that nobody has changed has no signed bytes: what it is stands in the table of this app. */
export type StatusAnswer = Answered<Ranked> | (Omit<Answered<Ranked>, "sealed"> & { sealed: null });

export function answeredStatus(sent: RankedItem): StatusAnswer | null {
  const { id, sealed, word: { version, rank } } = sent;
  return sealed ? answeredAs(sent, () => ({ rank })) : { id, version, sealed: null, later: [], word: { rank } };
}

export const statusesApi = workspaceApi.enhanceEndpoints({
  endpoints: {
    listStatuses: { providesTags: ["Status"] },
    createStatus: { invalidatesTags: ["Status"] },
    updateStatus: { extraOptions: { reads: true }, invalidatesTags: ["Status"] },
    deleteStatus: { invalidatesTags: ["Status"] },
  },
});

export const { useListStatusesQuery, useCreateStatusMutation, useUpdateStatusMutation, useDeleteStatusMutation } = statusesApi;
