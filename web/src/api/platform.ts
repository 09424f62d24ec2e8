/** Everybody who is registered, as whoever administers the platform looks after them. */
import {
  generatedApi,
  type BanUser,
  type ImpersonateUser,
  type Session,
  type SetRole,
  type User,
  type UserList,
} from "./generated";
import { call } from "./http";

export type Person = User;
export type PersonSession = Session;
export type PlatformRole = Extract<SetRole["role"], string>;
export type BanReason = BanUser["banReason"];
export type LookingReason = ImpersonateUser["reason"];

/** People a page shows at a time. */
export const PAGE = 50;

interface PeopleAsked {
  /** With an @ it is part of an address, without one of a name. */
  words: string;
  offset: number;
}

const platformApi = generatedApi
  .enhanceEndpoints({
    endpoints: {
      listPlatformUserSessions: { providesTags: ["PersonSession"] },
      banUser: { invalidatesTags: ["Person", "PersonSession"] },
      unbanUser: { invalidatesTags: ["Person"] },
      setPlatformRole: { invalidatesTags: ["Person"] },
      removePlatformUser: { invalidatesTags: ["Person", "PersonSession"] },
      revokePlatformUserSession: { invalidatesTags: ["PersonSession"] },
      revokePlatformUserSessions: { invalidatesTags: ["PersonSession"] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listPeople: build.query<UserList, PeopleAsked>({
        query: ({ words, offset }) => ({
          url: "/api/auth/admin/list-users",
          params: {
            limit: PAGE,
            offset,
            sortBy: "createdAt",
            sortDirection: "desc",
            ...(words ? { searchValue: words, searchField: words.includes("@") ? "email" : "name" } : {}),
          },
        }),
        providesTags: ["Person"],
      }),
    }),
  });

export const {
  useListPeopleQuery,
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
