/** Accounts, plans, members, roles and invitations: what an answer makes stale, and lists without their envelope. */
import { call } from "./http";
import {
  generatedApi,
  type InvitationCard as Card,
  type InvitationShape,
  type Joined,
  type MemberShape,
  type MyAccount as Mine,
  type PaymentPlan,
  type RoleShape,
} from "./generated";

export type Plan = PaymentPlan;
export type Role = RoleShape;
export type Invitation = InvitationShape;
export type InvitationCard = Card;
export type MyAccount = Mine;
export type JoinOutcome = Joined;

/** That somebody belongs to the account, and what the server says of it; what they are called is the keyring's to know. */
export type Member = Pick<MemberShape, "id" | "word">;

export const accountsApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listAccounts: { providesTags: ["Account"] },
    listRoles: { providesTags: ["Role"] },
    listUsers: { providesTags: ["Member"] },
    listInvitations: { providesTags: ["Invitation"] },
    listMyInvitations: { providesTags: ["Invitation"] },
    updateAccount: { invalidatesTags: ["Session", "Account"] },
    closeAccount: { invalidatesTags: ["Session", "Account", "Audit"] },
    setDateFormat: { invalidatesTags: ["Session"] },
    setLanguage: { invalidatesTags: ["Session"] },
    createAccount: { extraOptions: { reads: true } },
    subscribe: { extraOptions: { reads: true } },
    joinAccounts: { extraOptions: { reads: true } },
  },
});

export const {
  useListPaymentPlansQuery,
  useSubscribeMutation,
  useCreateAccountMutation,
  useListAccountsQuery,
  useSwitchAccountMutation,
  useUpdateAccountMutation,
  useCloseAccountMutation,
  useSetDateFormatMutation,
  useSetLanguageMutation,
  useListRolesQuery,
  useListUsersQuery,
  useListInvitationsQuery,
  useListMyInvitationsQuery,
  useJoinAccountsMutation,
} = accountsApi;

/** One list that never changes, so that nothing is drawn again for it. */
const NONE: never[] = [];

/** What the server says of roles: for what it permits, and for nothing that is drawn. Their names are in `people/`. */
export const useRoleRows = (skip = false): readonly Role[] => useListRolesQuery(undefined, { skip }).data?.data ?? NONE;

export const useMyInvitations = (): readonly InvitationCard[] => useListMyInvitationsQuery().data?.data ?? NONE;

/** The token of a link is a secret, so it stays out of the store. */
export async function invitationCard(named: { token: string } | { invitationId: string }): Promise<InvitationCard> {
  const { data } = await call<InvitationCard>({ path: "/api/auth/get-account-invite", method: "POST", reads: true, queries: true, body: named });
  return data;
}

/** `resource.action`, as permissions are written everywhere but in the answer of the server. */
export function allows({ word }: Role, permission: string): boolean {
  const [resource = "", action = ""] = permission.split(".");
  return word.permissions[resource]?.includes(action) ?? false;
}

/** Whether one role may all that another one may. */
export function covers(role: Role, other: Role): boolean {
  return Object.entries(other.word.permissions).every(([resource, actions]) =>
    actions.every((action) => allows(role, `${resource}.${action}`)),
  );
}
