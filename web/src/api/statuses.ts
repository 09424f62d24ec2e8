/** The statuses of tasks: one board per account. What they are called is sealed. */
import type { SealedItem } from "../keyring/contract";
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

export const statusesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listStatuses: build.query<{ data: StatusItem[]; version: number }, void>({
      query: () => ({ url: "/api/statuses" }),
      providesTags: ["Status"],
    }),
  }),
});

export const { useListStatusesQuery } = statusesApi;
