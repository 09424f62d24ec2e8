/** Accounts, plans, members, roles and invitations. */
import type { DateOrder, DateSeparator } from "../dates/days";
import type { Account } from "./auth";
import { baseApi } from "./baseApi";
import { call } from "./http";

export interface Plan {
  id: string;
  name: string;
  priceMinor: number | null;
  currency: string;
  interval: string;
  limits: Record<string, number | null>;
  features: string[];
  trialDays: number;
  requiresCode: boolean;
}

export interface MyAccount {
  id: string;
  displayName: string;
  state: string;
  roleId: string;
  roleName: string;
}

export interface Role {
  id: string;
  name: string;
  description: string | null;
  system: boolean;
  permissions: string[];
  memberCount: number;
  keyGeneration: number;
  rollDue: boolean;
  version: number;
}

export interface Member {
  id: string;
  email: string;
  name: string;
  role: string;
  roleId: string;
  readsRoleIds: string[];
  emailVerified: boolean;
  state: "active" | "banned";
  joinedAt: string;
  lastSeenAt: string | null;
  deviceCount: number;
  keyReady: boolean;
}

export type InvitationState = "pending" | "accepted" | "cancelled" | "expired" | "declined";

export interface Invitation {
  id: string;
  email: string;
  roleId: string;
  roleName: string;
  state: InvitationState;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  sentCount: number;
  pairing?: unknown;
}

export interface InvitationCard {
  id: string;
  accountId: string;
  accountName: string;
  inviterName: string;
  roleName: string;
  emailMasked: string;
  state: InvitationState;
  expiresAt: string;
}

export interface JoinOutcome {
  accountId: string;
  joined: boolean;
  error?: { code: string; message: string; details?: { reason?: string } };
}

interface Data<T> {
  data: T;
}

const unwrap = <T>(answer: Data<T>): T => answer.data;

export const accountsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPlans: build.query<Plan[], void>({ query: () => "/api/payment-plans", transformResponse: unwrap<Plan[]> }),
    subscribe: build.mutation<Account, { planId: string; displayName: string; code?: string; accountId?: string }>({
      query: (body) => ({ url: "/api/account/subscribe", method: "POST", body }),
      transformResponse: unwrap<Account>,
    }),
    listAccounts: build.query<MyAccount[], void>({
      query: () => "/api/accounts",
      transformResponse: unwrap<MyAccount[]>,
      providesTags: ["Account"],
    }),
    switchAccount: build.mutation<unknown, { accountId: string }>({
      query: (body) => ({ url: "/api/accounts/switch", method: "POST", body }),
    }),
    renameAccount: build.mutation<Account, { id: string; displayName?: string; zone?: string; version: number }>({
      query: ({ id, ...body }) => ({ url: `/api/accounts/${encodeURIComponent(id)}`, method: "PUT", body }),
      transformResponse: unwrap<Account>,
      invalidatesTags: ["Session", "Account"],
    }),
    setDateFormat: build.mutation<
      Account,
      { dateFormat: DateOrder; dateInputFormat: DateOrder; dateSeparator: DateSeparator }
    >({
      query: (body) => ({ url: "/api/accounts/date-format", method: "POST", body }),
      transformResponse: unwrap<Account>,
      invalidatesTags: ["Session"],
    }),
    setLanguage: build.mutation<Account, { language: string }>({
      query: (body) => ({ url: "/api/accounts/language", method: "POST", body }),
      transformResponse: unwrap<Account>,
      invalidatesTags: ["Session"],
    }),
    listRoles: build.query<Role[], void>({
      query: () => "/api/roles",
      transformResponse: unwrap<Role[]>,
      providesTags: ["Role"],
    }),
    listMembers: build.query<Member[], void>({
      query: () => "/users",
      transformResponse: unwrap<Member[]>,
      providesTags: ["Member"],
    }),
    listInvitations: build.query<Invitation[], void>({
      query: () => "/api/invitations",
      transformResponse: unwrap<Invitation[]>,
      providesTags: ["Invitation"],
    }),
    listMyInvitations: build.query<InvitationCard[], void>({
      query: () => "/api/my-invitations",
      transformResponse: unwrap<InvitationCard[]>,
      providesTags: ["Invitation"],
    }),
    joinAccounts: build.mutation<JoinOutcome[], { accountIds: string[] }>({
      query: (body) => ({ url: "/api/accounts/join", method: "POST", body }),
      transformResponse: unwrap<JoinOutcome[]>,
    }),
  }),
});

export const {
  useListPlansQuery,
  useSubscribeMutation,
  useListAccountsQuery,
  useSwitchAccountMutation,
  useRenameAccountMutation,
  useSetDateFormatMutation,
  useSetLanguageMutation,
  useListRolesQuery,
  useListMembersQuery,
  useListInvitationsQuery,
  useListMyInvitationsQuery,
  useJoinAccountsMutation,
} = accountsApi;

/** The token of a link is a secret, so it stays out of the store. */
export async function invitationCard(named: { token: string } | { invitationId: string }): Promise<InvitationCard> {
  const { data } = await call<InvitationCard>({ path: "/api/auth/get-account-invite", method: "POST", body: named });
  return data;
}
