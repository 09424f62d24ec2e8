/** Profiles and the groups they stand in. What they say is sealed; types, places and counts are in the clear. */
import { answeredAs, type Answered } from "./answered";
import { collection, type Synced } from "./itemSync";
import { workspaceApi, type GroupItem, type RankedItem } from "./workspace.generated";

/** The order that people gave to the entries of a list. */
export interface Ranked {
  rank: string;
}

export interface GroupWord extends Ranked {
  profileCount: number;
}

export type ProfileAnswer = Answered<Ranked>;
export type SubGroupAnswer = Answered<Ranked>;
export type GroupAnswer = Answered<GroupWord>;

export const answeredProfile = (sent: RankedItem): ProfileAnswer | null => answeredAs(sent, ({ rank }) => ({ rank }));

export const answeredSubGroup = (sent: RankedItem): SubGroupAnswer | null => answeredAs(sent, ({ rank }) => ({ rank }));

export const answeredGroup = (sent: GroupItem): GroupAnswer | null =>
  answeredAs(sent, ({ rank, profileCount = 0 }) => ({ rank, profileCount }));

export const profilesApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allProfiles: build.query<Synced<ProfileAnswer>, void>({
        ...collection<RankedItem, ProfileAnswer>("profile", (asked) => ({ url: "/api/profiles", params: { ...asked } }), answeredProfile, lastAnswer),
        providesTags: ["Profile"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      listProfileTypes: { providesTags: ["Profile"] },
      listProfileGroups: { providesTags: ["Profile"] },
      createProfile: { invalidatesTags: ["Profile"] },
      updateProfile: { extraOptions: { reads: true }, invalidatesTags: ["Profile"] },
      moveProfile: { extraOptions: { reads: true }, invalidatesTags: ["Profile"] },
      // What belongs to it goes out of the way with it.
      archiveProfile: { extraOptions: { reads: true }, invalidatesTags: ["Profile", "Document", "Task"] },
      deleteProfile: { invalidatesTags: ["Profile"] },
      createProfileGroup: { invalidatesTags: ["Profile"] },
      updateProfileGroup: { extraOptions: { reads: true }, invalidatesTags: ["Profile"] },
      deleteProfileGroup: { invalidatesTags: ["Profile"] },
      createProfileSubGroup: { invalidatesTags: ["Profile"] },
      updateProfileSubGroup: { extraOptions: { reads: true }, invalidatesTags: ["Profile"] },
      deleteProfileSubGroup: { invalidatesTags: ["Profile"] },
    },
  });

type State = Parameters<ReturnType<typeof profilesApi.endpoints.allProfiles.select>>[0];

function lastAnswer(state: unknown): Synced<ProfileAnswer> | undefined {
  return profilesApi.endpoints.allProfiles.select()(state as State).data;
}

export const {
  useAllProfilesQuery,
  useListProfileTypesQuery,
  useListProfileGroupsQuery,
  useLazyListProfilesQuery,
  useCreateProfileMutation,
  useUpdateProfileMutation,
  useMoveProfileMutation,
  useArchiveProfileMutation,
  useDeleteProfileMutation,
  useCreateProfileGroupMutation,
  useUpdateProfileGroupMutation,
  useDeleteProfileGroupMutation,
  useCreateProfileSubGroupMutation,
  useUpdateProfileSubGroupMutation,
  useDeleteProfileSubGroupMutation,
} = profilesApi;
