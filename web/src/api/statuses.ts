/** The statuses of tasks: one board per account. What they are called is sealed. */
import type { Sealed, SealedItem, Signed } from "../keyring/contract";
import { baseApi } from "./baseApi";

export type Category = "open" | "active" | "done";
export type Outcome = "completed" | "cancelled";
export type BuiltInStatus = "todo" | "inProgress" | "waiting" | "done" | "cancelled";

/** Without content it is built in and nobody has named it yet. */
export interface StatusItem extends Omit<SealedItem, "sealed"> {
  sealed: SealedItem["sealed"] | null;
  rank: string;
  state: string;
  category: Category;
  outcome: Outcome | null;
  default: boolean;
  builtin: BuiltInStatus | null;
  movedTo: string | null;
}

type Change = Partial<Signed> & { version?: number; sealed?: Sealed; audience?: string[]; beforeId?: string; afterId?: string; default?: boolean };

export const statusesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listStatuses: build.query<{ data: StatusItem[]; version: number }, void>({
      query: () => ({ url: "/api/statuses" }),
      providesTags: ["Status"],
    }),
    createStatus: build.mutation<
      { data: StatusItem },
      { newStatus: { id: string; sealed: Sealed; audience: string[]; category: Category; outcome?: Outcome | null } }
    >({
      query: ({ newStatus }) => ({ url: "/api/statuses", method: "POST", body: newStatus }),
      invalidatesTags: ["Status"],
    }),
    updateStatus: build.mutation<{ data: StatusItem }, { statusId: string; statusChange: Change }>({
      query: ({ statusId, statusChange }) => ({ url: `/api/statuses/${statusId}`, method: "PUT", body: statusChange }),
      invalidatesTags: ["Status"],
    }),
    deleteStatus: build.mutation<unknown, { statusId: string; moveTo: string; entryEnd: Change }>({
      query: ({ statusId, moveTo, entryEnd }) => ({ url: `/api/statuses/${statusId}`, method: "DELETE", params: { moveTo }, body: entryEnd }),
      invalidatesTags: ["Status"],
    }),
  }),
});

export const { useListStatusesQuery, useCreateStatusMutation, useUpdateStatusMutation, useDeleteStatusMutation } = statusesApi;
