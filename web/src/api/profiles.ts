/** Profiles and the groups they stand in. What they say is sealed; types, places and counts are in the clear. */
import { collection, type Synced, type Whole } from "./itemSync";
import { workspaceApi, type GroupWithParts, type ShownProfile, type ShownSubGroup, type ShownType } from "./workspace.generated";

export type ProfileType = ShownType;

/** As the server sends it, with every member that it may leave out in its place. */
export type ProfileItem = Whole<ShownProfile> & { subGroupId: string | null };
export type SubGroupItem = Required<ShownSubGroup>;
export type GroupItem = Required<Omit<GroupWithParts, "subGroups">> & { subGroups: SubGroupItem[] };

export function wholeProfile(profile: ShownProfile): ProfileItem {
  return { ...profile, later: profile.later ?? [], lifecycle: profile.lifecycle ?? "active", subGroupId: profile.subGroupId ?? null };
}

export function wholeSubGroup(part: ShownSubGroup): SubGroupItem {
  return {
    ...part,
    version: part.version ?? 0,
    later: part.later ?? [],
    audience: part.audience ?? [],
    state: part.state ?? "active",
    movedTo: part.movedTo ?? null,
    owed: part.owed ?? [],
    seq: part.seq ?? 0,
  };
}

export function wholeGroup(group: GroupWithParts): GroupItem {
  const { typeId, profileCount } = group;
  return { ...wholeSubGroup({ ...group, groupId: group.id }), typeId, profileCount, subGroups: group.subGroups.map(wholeSubGroup) };
}

export const profilesApi = workspaceApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The whole collection, as with documents. */
      allProfiles: build.query<Synced<ProfileItem>, void>({
        ...collection<ShownProfile, ProfileItem>((asked) => ({ url: "/api/profiles", params: { ...asked } }), wholeProfile, lastAnswer),
        providesTags: ["Profile"],
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      listProfileTypes: { providesTags: ["Profile"] },
      listProfileGroups: { providesTags: ["Profile"] },
      createProfile: { invalidatesTags: ["Profile"] },
      updateProfile: { invalidatesTags: ["Profile"] },
      moveProfile: { invalidatesTags: ["Profile"] },
      // What belongs to it goes out of the way with it.
      archiveProfile: { invalidatesTags: ["Profile", "Document", "Task"] },
      deleteProfile: { invalidatesTags: ["Profile"] },
      createProfileGroup: { invalidatesTags: ["Profile"] },
      updateProfileGroup: { invalidatesTags: ["Profile"] },
      deleteProfileGroup: { invalidatesTags: ["Profile"] },
      createProfileSubGroup: { invalidatesTags: ["Profile"] },
      updateProfileSubGroup: { invalidatesTags: ["Profile"] },
      deleteProfileSubGroup: { invalidatesTags: ["Profile"] },
    },
  });

type State = Parameters<ReturnType<typeof profilesApi.endpoints.allProfiles.select>>[0];

function lastAnswer(state: unknown): Synced<ProfileItem> | undefined {
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
