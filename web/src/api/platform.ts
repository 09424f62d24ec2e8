/** User administration, for platform administrators. */
import {
  generatedApi,
  type BanUser,
  type ImpersonateUser,
  type ListPlatformUsersApiArg,
  type Session,
  type SetRole,
  type User,
} from "./generated";
import { call } from "./http";

export type Person = User;
export type PersonSession = Session;
export type PlatformRole = Extract<SetRole["role"], string>;
export type BanReason = BanUser["banReason"];
export type LookingReason = ImpersonateUser["reason"];

/** People a page shows at a time. */
export const PAGE = 50;

/** A page of people, the newest first; with an @ the words are part of an address, without one of a name. */
export function peopleAsked(words: string, offset: number): ListPlatformUsersApiArg {
  const wanted = words ? ({ searchValue: words, searchField: words.includes("@") ? "email" : "name" } as const) : {};
  return { limit: PAGE, offset, sortBy: "createdAt", sortDirection: "desc", ...wanted };
}

const platformApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listPlatformUsers: { providesTags: ["Person"] },
    listPlatformUserSessions: { providesTags: ["PersonSession"] },
    banUser: { invalidatesTags: ["Person", "PersonSession"] },
    unbanUser: { invalidatesTags: ["Person"] },
    setPlatformRole: { invalidatesTags: ["Person"] },
    removePlatformUser: { invalidatesTags: ["Person", "PersonSession"] },
    revokePlatformUserSession: { invalidatesTags: ["PersonSession"] },
    revokePlatformUserSessions: { invalidatesTags: ["PersonSession"] },
  },
});

export const {
  useListPlatformUsersQuery,
  useListPlatformUserSessionsQuery,
  useBanUserMutation,
  useUnbanUserMutation,
  useSetPlatformRoleMutation,
  useRemovePlatformUserMutation,
  useRevokePlatformUserSessionMutation,
  useRevokePlatformUserSessionsMutation,
  useImpersonateUserMutation,
} = platformApi;

/** Passwords go straight out, and the store never sees them. */
const post = (path: string, body: unknown) => call<unknown>({ path: `/api/auth/admin/${path}`, method: "POST", body });

export const createPerson = (person: { email: string; name: string; password?: string }) => post("create-user", person);
export const setPersonPassword = (userId: string, newPassword: string) => post("set-user-password", { userId, newPassword });
