/** Saved filters: whose they are and of which list is in the clear, what they ask is sealed. */
import { collection, type Synced } from "./itemSync";
import { answered, type PlainAnswer } from "./plainItems";
import { workspaceApi, type Item } from "./workspace.generated";

const savedFiltersApi = workspaceApi.injectEndpoints({
  endpoints: (build) => ({
    /** The whole collection, as with documents. */
    allSavedFilters: build.query<Synced<PlainAnswer>, void>({
      ...collection<Item, PlainAnswer>("saved-filter", (asked) => ({ url: "/api/saved-filters", params: { ...asked } }), answered, lastAnswer),
      providesTags: ["SavedFilter"],
    }),
  }),
});

type State = Parameters<ReturnType<typeof savedFiltersApi.endpoints.allSavedFilters.select>>[0];

function lastAnswer(state: unknown): Synced<PlainAnswer> | undefined {
  return savedFiltersApi.endpoints.allSavedFilters.select()(state as State).data;
}

export const { useAllSavedFiltersQuery } = savedFiltersApi;
