import type { Word as ServersText } from "../i18n/word";
import { baseApi as api } from "./baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/api/auth/list-sessions` }),
    }),
    revokeSession: build.mutation<
      RevokeSessionApiResponse,
      RevokeSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/revoke-session`,
        method: "POST",
        body: queryArg.revokeSession,
      }),
    }),
    revokeOtherSessions: build.mutation<
      RevokeOtherSessionsApiResponse,
      RevokeOtherSessionsApiArg
    >({
      query: () => ({ url: `/api/auth/revoke-other-sessions`, method: "POST" }),
    }),
    listSignInMethods: build.query<
      ListSignInMethodsApiResponse,
      ListSignInMethodsApiArg
    >({
      query: () => ({ url: `/api/auth/list-accounts` }),
    }),
    updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/update-user`,
        method: "POST",
        body: queryArg.updateUser,
      }),
    }),
    deletePasskey: build.mutation<
      DeletePasskeyApiResponse,
      DeletePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/passkey/delete-passkey`,
        method: "POST",
        body: queryArg.deletePasskey,
      }),
    }),
    renamePasskey: build.mutation<
      RenamePasskeyApiResponse,
      RenamePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/passkey/update-passkey`,
        method: "POST",
        body: queryArg.updatePasskey,
      }),
    }),
    banUser: build.mutation<BanUserApiResponse, BanUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/admin/ban-user`,
        method: "POST",
        body: queryArg.banUser,
      }),
    }),
    listPlatformUsers: build.query<
      ListPlatformUsersApiResponse,
      ListPlatformUsersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/list-users`,
        params: {
          searchValue: queryArg.searchValue,
          searchField: queryArg.searchField,
          searchOperator: queryArg.searchOperator,
          limit: queryArg.limit,
          offset: queryArg.offset,
          sortBy: queryArg.sortBy,
          sortDirection: queryArg.sortDirection,
          filterField: queryArg.filterField,
          filterValue: queryArg.filterValue,
          filterOperator: queryArg.filterOperator,
        },
      }),
    }),
    removePlatformUser: build.mutation<
      RemovePlatformUserApiResponse,
      RemovePlatformUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/remove-user`,
        method: "POST",
        body: queryArg.whom,
      }),
    }),
    setPlatformRole: build.mutation<
      SetPlatformRoleApiResponse,
      SetPlatformRoleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/set-role`,
        method: "POST",
        body: queryArg.setRole,
      }),
    }),
    unbanUser: build.mutation<UnbanUserApiResponse, UnbanUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/admin/unban-user`,
        method: "POST",
        body: queryArg.whom,
      }),
    }),
    listPlatformUserSessions: build.query<
      ListPlatformUserSessionsApiResponse,
      ListPlatformUserSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/list-user-sessions`,
        method: "POST",
        body: queryArg.whom,
      }),
    }),
    revokePlatformUserSession: build.mutation<
      RevokePlatformUserSessionApiResponse,
      RevokePlatformUserSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/revoke-user-session`,
        method: "POST",
        body: queryArg.revokeUserSession,
      }),
    }),
    revokePlatformUserSessions: build.mutation<
      RevokePlatformUserSessionsApiResponse,
      RevokePlatformUserSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/revoke-user-sessions`,
        method: "POST",
        body: queryArg.whom,
      }),
    }),
    impersonateUser: build.mutation<
      ImpersonateUserApiResponse,
      ImpersonateUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/impersonate-user`,
        method: "POST",
        body: queryArg.impersonateUser,
      }),
    }),
    listPaymentPlans: build.query<
      ListPaymentPlansApiResponse,
      ListPaymentPlansApiArg
    >({
      query: () => ({ url: `/api/payment-plans` }),
    }),
    subscribe: build.mutation<SubscribeApiResponse, SubscribeApiArg>({
      query: (queryArg) => ({
        url: `/api/account/subscribe`,
        method: "POST",
        body: queryArg.subscription,
      }),
    }),
    updateAccount: build.mutation<
      UpdateAccountApiResponse,
      UpdateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/accounts/${encodeURIComponent(String(queryArg.accountId))}`,
        method: "PUT",
        body: queryArg.accountChange,
      }),
    }),
    closeAccount: build.mutation<CloseAccountApiResponse, CloseAccountApiArg>({
      query: (queryArg) => ({
        url: `/api/accounts/${encodeURIComponent(String(queryArg.accountId))}`,
        method: "DELETE",
        body: queryArg.closure,
      }),
    }),
    listAccounts: build.query<ListAccountsApiResponse, ListAccountsApiArg>({
      query: () => ({ url: `/api/accounts` }),
    }),
    createAccount: build.mutation<
      CreateAccountApiResponse,
      CreateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/accounts`,
        method: "POST",
        body: queryArg.newAccount,
      }),
    }),
    setDateFormat: build.mutation<
      SetDateFormatApiResponse,
      SetDateFormatApiArg
    >({
      query: (queryArg) => ({
        url: `/api/accounts/date-format`,
        method: "POST",
        body: queryArg.setDateFormat,
      }),
    }),
    setLanguage: build.mutation<SetLanguageApiResponse, SetLanguageApiArg>({
      query: (queryArg) => ({
        url: `/api/accounts/language`,
        method: "POST",
        body: queryArg.setLanguage,
      }),
    }),
    joinAccounts: build.mutation<JoinAccountsApiResponse, JoinAccountsApiArg>({
      query: (queryArg) => ({
        url: `/api/accounts/join`,
        method: "POST",
        body: queryArg.accountsToJoin,
      }),
    }),
    listMyInvitations: build.query<
      ListMyInvitationsApiResponse,
      ListMyInvitationsApiArg
    >({
      query: () => ({ url: `/api/my-invitations` }),
    }),
    switchAccount: build.mutation<
      SwitchAccountApiResponse,
      SwitchAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/accounts/switch`,
        method: "POST",
        body: queryArg.enter,
      }),
    }),
    listRoles: build.query<ListRolesApiResponse, ListRolesApiArg>({
      query: () => ({ url: `/api/roles` }),
    }),
    listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
      query: (queryArg) => ({
        url: `/users`,
        params: {
          roleId: queryArg.roleId,
          state: queryArg.state,
        },
      }),
    }),
    listInvitations: build.query<
      ListInvitationsApiResponse,
      ListInvitationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/invitations`,
        params: {
          states: queryArg.states,
        },
      }),
    }),
    createDocument: build.mutation<
      CreateDocumentApiResponse,
      CreateDocumentApiArg
    >({
      query: (queryArg) => ({
        url: `/document/create`,
        method: "POST",
        body: queryArg.newDocuments,
      }),
    }),
    deleteDocuments: build.mutation<
      DeleteDocumentsApiResponse,
      DeleteDocumentsApiArg
    >({
      query: (queryArg) => ({
        url: `/document/delete`,
        method: "POST",
        body: queryArg.binMoves,
      }),
    }),
    duplicateDocument: build.mutation<
      DuplicateDocumentApiResponse,
      DuplicateDocumentApiArg
    >({
      query: (queryArg) => ({
        url: `/document/duplicate`,
        method: "POST",
        body: queryArg.copyDocument,
      }),
    }),
    updateDocuments: build.mutation<
      UpdateDocumentsApiResponse,
      UpdateDocumentsApiArg
    >({
      query: (queryArg) => ({
        url: `/documents/update`,
        method: "POST",
        body: queryArg.documentChanges,
      }),
    }),
    getDigestChoice: build.query<
      GetDigestChoiceApiResponse,
      GetDigestChoiceApiArg
    >({
      query: () => ({ url: `/api/notifications/digest` }),
    }),
    chooseDigest: build.mutation<ChooseDigestApiResponse, ChooseDigestApiArg>({
      query: (queryArg) => ({
        url: `/api/notifications/digest`,
        method: "PUT",
        body: queryArg.chooseOwnDigest,
      }),
    }),
    finishNotices: build.mutation<
      FinishNoticesApiResponse,
      FinishNoticesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/notifications/done`,
        method: "POST",
        body: queryArg.doneNotices,
      }),
    }),
    listNotices: build.query<ListNoticesApiResponse, ListNoticesApiArg>({
      query: (queryArg) => ({
        url: `/api/notifications`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    readNotices: build.mutation<ReadNoticesApiResponse, ReadNoticesApiArg>({
      query: (queryArg) => ({
        url: `/api/notifications/read`,
        method: "POST",
        body: queryArg.readNotices,
      }),
    }),
    acknowledgeSuspiciousActivity: build.mutation<
      AcknowledgeSuspiciousActivityApiResponse,
      AcknowledgeSuspiciousActivityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/suspicious-activities/acknowledge`,
        method: "POST",
        body: queryArg.acknowledgeActivity,
      }),
    }),
    secureSignIn: build.mutation<SecureSignInApiResponse, SecureSignInApiArg>({
      query: () => ({
        url: `/api/auth/suspicious-activities/secure`,
        method: "POST",
      }),
    }),
    cancelEmail: build.mutation<CancelEmailApiResponse, CancelEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/email/cancel`,
        method: "POST",
        body: queryArg.cancelRequest,
      }),
    }),
    getEmailSetup: build.query<GetEmailSetupApiResponse, GetEmailSetupApiArg>({
      query: () => ({ url: `/api/email/check-config` }),
    }),
    sendTestEmail: build.mutation<
      SendTestEmailApiResponse,
      SendTestEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/email/test-graph-mail`,
        method: "POST",
        body: queryArg.sendTest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ListSessionsApiResponse =
  /** status 200 Request fulfilled, document follows */ OwnSession[];
export type ListSessionsApiArg = void;
export type RevokeSessionApiResponse = unknown;
export type RevokeSessionApiArg = {
  revokeSession: RevokeSession;
};
export type RevokeOtherSessionsApiResponse = unknown;
export type RevokeOtherSessionsApiArg = void;
export type ListSignInMethodsApiResponse =
  /** status 200 Request fulfilled, document follows */ LinkedAccount[];
export type ListSignInMethodsApiArg = void;
export type UpdateUserApiResponse = unknown;
export type UpdateUserApiArg = {
  updateUser: UpdateUser;
};
export type DeletePasskeyApiResponse = unknown;
export type DeletePasskeyApiArg = {
  deletePasskey: DeletePasskey;
};
export type RenamePasskeyApiResponse = unknown;
export type RenamePasskeyApiArg = {
  updatePasskey: UpdatePasskey;
};
export type BanUserApiResponse = unknown;
export type BanUserApiArg = {
  banUser: BanUser;
};
export type ListPlatformUsersApiResponse =
  /** status 200 Request fulfilled, document follows */ UserList;
export type ListPlatformUsersApiArg = {
  searchValue?: string | null;
  searchField?: ("email" | "name" | null) | ("email" | "name" | null);
  searchOperator?:
    | ("contains" | "starts_with" | "ends_with" | null)
    | ("contains" | "starts_with" | "ends_with" | null);
  limit?: number | null;
  offset?: number | null;
  sortBy?:
    | (
        | "id"
        | "name"
        | "email"
        | "emailVerified"
        | "role"
        | "banned"
        | "banReason"
        | "banExpires"
        | "createdAt"
        | "updatedAt"
        | null
      )
    | (
        | "id"
        | "name"
        | "email"
        | "emailVerified"
        | "role"
        | "banned"
        | "banReason"
        | "banExpires"
        | "createdAt"
        | "updatedAt"
        | null
      );
  sortDirection?: ("asc" | "desc" | null) | ("asc" | "desc" | null);
  filterField?:
    | (
        | "id"
        | "name"
        | "email"
        | "emailVerified"
        | "role"
        | "banned"
        | "banReason"
        | "banExpires"
        | "createdAt"
        | "updatedAt"
        | null
      )
    | (
        | "id"
        | "name"
        | "email"
        | "emailVerified"
        | "role"
        | "banned"
        | "banReason"
        | "banExpires"
        | "createdAt"
        | "updatedAt"
        | null
      );
  filterValue?: string | null;
  filterOperator?:
    | (
        | "eq"
        | "ne"
        | "lt"
        | "lte"
        | "gt"
        | "gte"
        | "in"
        | "not_in"
        | "contains"
        | "starts_with"
        | "ends_with"
        | null
      )
    | (
        | "eq"
        | "ne"
        | "lt"
        | "lte"
        | "gt"
        | "gte"
        | "in"
        | "not_in"
        | "contains"
        | "starts_with"
        | "ends_with"
        | null
      );
};
export type RemovePlatformUserApiResponse = unknown;
export type RemovePlatformUserApiArg = {
  whom: Whom;
};
export type SetPlatformRoleApiResponse = unknown;
export type SetPlatformRoleApiArg = {
  setRole: SetRole;
};
export type UnbanUserApiResponse = unknown;
export type UnbanUserApiArg = {
  whom: Whom;
};
export type ListPlatformUserSessionsApiResponse =
  /** status 200 Request fulfilled, document follows */ SessionList;
export type ListPlatformUserSessionsApiArg = {
  whom: Whom;
};
export type RevokePlatformUserSessionApiResponse = unknown;
export type RevokePlatformUserSessionApiArg = {
  revokeUserSession: RevokeUserSession;
};
export type RevokePlatformUserSessionsApiResponse = unknown;
export type RevokePlatformUserSessionsApiArg = {
  whom: Whom;
};
export type ImpersonateUserApiResponse = unknown;
export type ImpersonateUserApiArg = {
  impersonateUser: ImpersonateUser;
};
export type ListPaymentPlansApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListPaymentPlan;
export type ListPaymentPlansApiArg = void;
export type SubscribeApiResponse =
  /** status 200 Request fulfilled, document follows */ DataAccountShape;
export type SubscribeApiArg = {
  subscription: Subscription;
};
export type UpdateAccountApiResponse = unknown;
export type UpdateAccountApiArg = {
  accountId: string;
  accountChange: AccountChange;
};
export type CloseAccountApiResponse = unknown;
export type CloseAccountApiArg = {
  accountId: string;
  closure: Closure;
};
export type ListAccountsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageMyAccount;
export type ListAccountsApiArg = void;
export type CreateAccountApiResponse =
  /** status 201 Document created, URL follows */ DataAccountShape;
export type CreateAccountApiArg = {
  newAccount: NewAccount;
};
export type SetDateFormatApiResponse = unknown;
export type SetDateFormatApiArg = {
  setDateFormat: SetDateFormat;
};
export type SetLanguageApiResponse = unknown;
export type SetLanguageApiArg = {
  setLanguage: SetLanguage;
};
export type JoinAccountsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListJoined;
export type JoinAccountsApiArg = {
  accountsToJoin: AccountsToJoin;
};
export type ListMyInvitationsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageInvitationCard;
export type ListMyInvitationsApiArg = void;
export type SwitchAccountApiResponse = unknown;
export type SwitchAccountApiArg = {
  enter: Enter;
};
export type ListRolesApiResponse =
  /** status 200 Request fulfilled, document follows */ PageRoleShape;
export type ListRolesApiArg = void;
export type ListUsersApiResponse =
  /** status 200 Request fulfilled, document follows */ PageMemberShape;
export type ListUsersApiArg = {
  roleId?: string | null;
  state?: ("active" | "banned" | null) | ("active" | "banned" | null);
};
export type ListInvitationsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageInvitationShape;
export type ListInvitationsApiArg = {
  states?: ("pending" | "accepted" | "cancelled" | "expired")[] | null;
};
export type CreateDocumentApiResponse = unknown;
export type CreateDocumentApiArg = {
  newDocuments: NewDocuments;
};
export type DeleteDocumentsApiResponse =
  /** status 200 Request fulfilled, document follows */ DocumentBulk;
export type DeleteDocumentsApiArg = {
  binMoves: BinMoves;
};
export type DuplicateDocumentApiResponse = unknown;
export type DuplicateDocumentApiArg = {
  copyDocument: CopyDocument;
};
export type UpdateDocumentsApiResponse =
  /** status 200 Request fulfilled, document follows */ DocumentBulk;
export type UpdateDocumentsApiArg = {
  documentChanges: DocumentChanges;
};
export type GetDigestChoiceApiResponse =
  /** status 200 Request fulfilled, document follows */ DataDigestChoice;
export type GetDigestChoiceApiArg = void;
export type ChooseDigestApiResponse = unknown;
export type ChooseDigestApiArg = {
  chooseOwnDigest: ChooseOwnDigest;
};
export type FinishNoticesApiResponse = unknown;
export type FinishNoticesApiArg = {
  doneNotices: DoneNotices;
};
export type ListNoticesApiResponse =
  /** status 200 Request fulfilled, document follows */ NoticeList;
export type ListNoticesApiArg = {
  limit?: number;
};
export type ReadNoticesApiResponse = unknown;
export type ReadNoticesApiArg = {
  readNotices: ReadNotices;
};
export type AcknowledgeSuspiciousActivityApiResponse = unknown;
export type AcknowledgeSuspiciousActivityApiArg = {
  acknowledgeActivity: AcknowledgeActivity;
};
export type SecureSignInApiResponse = unknown;
export type SecureSignInApiArg = void;
export type CancelEmailApiResponse = unknown;
export type CancelEmailApiArg = {
  cancelRequest: CancelRequest;
};
export type GetEmailSetupApiResponse =
  /** status 200 Request fulfilled, document follows */ DataSetupShape;
export type GetEmailSetupApiArg = void;
export type SendTestEmailApiResponse = unknown;
export type SendTestEmailApiArg = {
  sendTest: SendTest;
};
export type OwnSession = {
  id: string;
  token: string;
  userId: string;
  accountId: string | null;
  /** UTC with milliseconds */
  expiresAt: string;
  /** UTC with milliseconds */
  createdAt: string;
  /** UTC with milliseconds */
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
  impersonatedBy?: string | null;
  activeOrganizationId?: null;
  country: string | null;
};
export type AuthError = {
  message: string;
  code?: string | null;
};
export type AuthErrorDetails = {
  status?: string;
  requestId?: string;
};
export type AuthErrorBody = {
  message: string;
  code?: string;
  details?: AuthErrorDetails;
};
export type RevokeSession = {
  token: string;
};
export type LinkedAccount = {
  id: string;
  providerId: string;
  accountId: string;
  userId: string;
  scopes?: string[];
  /** UTC with milliseconds */
  createdAt: string;
  /** UTC with milliseconds */
  updatedAt: string;
};
export type UpdateUser = {
  name?: string;
  image?: string | null;
};
export type DeletePasskey = {
  id: string;
};
export type UpdatePasskey = {
  id: string;
  name: string;
};
export type BanUser = {
  userId: string;
  banReason: "spam" | "abuse" | "fraud" | "compromised" | "legal";
  banExpiresIn?: number | null;
};
export type User = {
  id: string;
  name: ServersText;
  email: ServersText;
  emailVerified: boolean;
  image?: null;
  /** UTC with milliseconds */
  createdAt: string;
  /** UTC with milliseconds */
  updatedAt: string;
  role?: string;
  banned?: boolean;
  banReason?: string | null;
  /** UTC with milliseconds */
  banExpires?: string | null;
};
export type UserList = {
  users: User[];
  total: number;
  limit: number;
  offset: number;
};
export type Whom = {
  userId: string;
};
export type SetRole = {
  userId: string;
  role: ("user" | "admin") | ("user" | "admin")[];
};
export type Session = {
  id: string;
  token: string;
  userId: string;
  accountId: string | null;
  /** UTC with milliseconds */
  expiresAt: string;
  /** UTC with milliseconds */
  createdAt: string;
  /** UTC with milliseconds */
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
  impersonatedBy?: string | null;
  activeOrganizationId?: null;
};
export type SessionList = {
  sessions: Session[];
};
export type RevokeUserSession = {
  sessionToken: string;
};
export type ImpersonateUser = {
  userId: string;
  reason: "support" | "incident" | "legal";
};
export type PlanLimits = {
  seats: number;
  storageBytes: number;
  fileBytes: number;
  profiles: number | null;
  customRoles: number;
  auditDays: number;
  mailsPerDay: number;
  features?: string[];
};
export type PaymentPlan = {
  id: string;
  name: ServersText;
  priceMinor: number | null;
  currency: string;
  interval: string;
  limits: PlanLimits;
  features: string[];
  trialDays: number;
  requiresCode: boolean;
};
export type DataListPaymentPlan = {
  data: PaymentPlan[];
};
export type FieldProblem = {
  path: string;
  rule: string;
  message: string;
};
export type ErrorDetails = {
  reason: string;
  requestId: string;
  fields?: FieldProblem[];
};
export type ErrorBody = {
  code:
    | "ok"
    | "canceled"
    | "unknown"
    | "invalid_argument"
    | "deadline_exceeded"
    | "not_found"
    | "already_exists"
    | "permission_denied"
    | "resource_exhausted"
    | "failed_precondition"
    | "aborted"
    | "out_of_range"
    | "unimplemented"
    | "internal"
    | "unavailable"
    | "data_loss"
    | "unauthenticated";
  message: string;
  details: ErrorDetails;
};
export type AccountUser = {
  id: string;
  email: string;
  name: string;
  role: string;
};
export type Disclosure = {
  taskDates?: boolean;
  documentExpiry?: boolean;
  assignees?: boolean;
};
export type SecurityPolicy = {
  twoStep?: boolean;
  keyGrant?: "auto" | "confirm";
};
export type PlanUsage = {
  seats: number;
  customRoles: number;
  storageBytes: number;
};
export type AccountPlan = {
  id: string;
  limits: PlanLimits;
  usage: PlanUsage;
  trialEndsAt?: string | null;
  paidUntil?: string | null;
};
export type AccountShape = {
  id: string;
  displayName: ServersText;
  state:
    | "incomplete"
    | "trialing"
    | "active"
    | "pastDue"
    | "suspended"
    | "closing"
    | "erased";
  users: AccountUser[];
  dateFormat: "ddmmyyyy" | "mmddyyyy" | "yyyymmdd";
  dateInputFormat: "ddmmyyyy" | "mmddyyyy" | "yyyymmdd";
  dateSeparator: "/" | "-" | "." | " ";
  language: "en" | "de" | "fr" | "es" | "ar";
  zone: string;
  disclosure: Disclosure;
  expiryStages: number[];
  securityPolicy: SecurityPolicy;
  plan: AccountPlan | null;
  roleId: string;
  version: number;
  readOnlyFrom?: string | null;
  dueAt?: string | null;
};
export type DataAccountShape = {
  data: AccountShape;
};
export type Subscription = {
  planId: string;
  displayName: string;
  code?: string | null;
  accountId?: string | null;
  language?:
    | ("en" | "de" | "fr" | "es" | "ar" | null)
    | ("en" | "de" | "fr" | "es" | "ar" | null);
  zone?: string | null;
};
export type AccountChange = {
  displayName?: string | null;
  zone?: string | null;
  disclosure?: Disclosure | null;
  expiryStages?: number[] | null;
  securityPolicy?: SecurityPolicy | null;
  state?: ("active" | null) | ("active" | null);
  version?: number | null;
};
export type Closure = {
  confirm: string;
};
export type MyAccount = {
  accountId: string;
  displayName: ServersText;
  state:
    | "incomplete"
    | "trialing"
    | "active"
    | "pastDue"
    | "suspended"
    | "closing"
    | "erased";
  roleId: string;
  role: ServersText;
  joinedAt: string;
};
export type PageInfo = {
  limit: number;
  nextCursor?: string | null;
};
export type Sync = {
  seq: number;
  stale?: boolean | null;
};
export type PageMyAccount = {
  data: MyAccount[];
  page: PageInfo;
  sync: Sync;
};
export type NewAccount = {
  displayName: string;
  language?:
    | ("en" | "de" | "fr" | "es" | "ar" | null)
    | ("en" | "de" | "fr" | "es" | "ar" | null);
  zone?: string | null;
};
export type SetDateFormat = {
  dateFormat: "ddmmyyyy" | "mmddyyyy" | "yyyymmdd";
  dateInputFormat: "ddmmyyyy" | "mmddyyyy" | "yyyymmdd";
  dateSeparator: "/" | "-" | "." | " ";
};
export type SetLanguage = {
  language: "en" | "de" | "fr" | "es" | "ar";
};
export type JoinFailure = {
  code: string;
  reason: string;
  message: ServersText;
};
export type Joined = {
  accountId: string;
  joined: boolean;
  error?: JoinFailure | null;
};
export type DataListJoined = {
  data: Joined[];
};
export type AccountsToJoin = {
  accountIds: string[];
};
export type CardWord = {
  accountName: ServersText;
  inviterName: ServersText | null;
  roleName: ServersText;
  emailMasked: ServersText;
  state: "pending" | "accepted" | "cancelled" | "expired";
  expiresAt: string;
};
export type InvitationCard = {
  id: string;
  accountId: string;
  word: CardWord;
};
export type PageInvitationCard = {
  data: InvitationCard[];
  page: PageInfo;
  sync: Sync;
};
export type Enter = {
  accountId: string;
};
export type CountedRoleWord = {
  description: ServersText;
  system: boolean;
  permissions: {
    [key: string]: string[];
  };
  version: number;
  memberCount: number;
};
export type RoleShape = {
  id: string;
  name: string;
  nameSaltB64u?: string | null;
  word: CountedRoleWord;
};
export type PageRoleShape = {
  data: RoleShape[];
  page: PageInfo;
  sync: Sync;
};
export type MemberWord = {
  roleId: string;
  readsRoleIds: string[];
  emailVerified: boolean;
  state: "active" | "banned";
  joinedAt: string;
  lastSeenAt?: string | null;
};
export type MemberShape = {
  id: string;
  email: string;
  name: string;
  personSaltB64u?: string | null;
  word: MemberWord;
};
export type PageMemberShape = {
  data: MemberShape[];
  page: PageInfo;
  sync: Sync;
};
export type Box = {
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
};
export type InvitationWord = {
  email: ServersText;
  state: "pending" | "accepted" | "cancelled" | "expired";
  sentCount: number;
  roleId?: string | null;
  invitedBy?: string | null;
  createdAt?: string | null;
  expiresAt?: string | null;
};
export type InvitationShape = {
  id: string;
  pairing?: Box | null;
  word: InvitationWord;
};
export type PageInvitationShape = {
  data: InvitationShape[];
  page: PageInfo;
  sync: Sync;
};
export type Wrap = {
  roleId: string;
  generation: number;
  mode: "wrap" | "seal";
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
};
export type Envelope = {
  attrs: {
    [key: string]: string;
  };
  attrsSaltB64u: string;
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
  wraps: Wrap[];
  statementB64u: string;
  signatureB64u: string;
};
export type NewDocument = {
  sealed: Envelope;
  id: string;
};
export type NewDocuments = {
  items?: NewDocument[];
  id?: string;
  sealed?: Envelope;
};
export type Envelope2 = {
  attrs?: {
    [key: string]: string;
  };
  attrsSaltB64u?: string;
  ivB64u?: string;
  saltB64u?: string;
  dataB64u?: string;
  wraps?: Wrap[];
  statementB64u: string;
  signatureB64u: string;
};
export type Later = {
  statementB64u: string;
  signatureB64u: string;
  wraps?: Wrap[];
};
export type DocumentWord = {
  version: number;
  seq?: number;
  storedAt: string;
  hiddenBy?: string | null;
};
export type DocumentAnswer = {
  id: string;
  sealed?: Envelope2;
  later?: Later[];
  word: DocumentWord;
};
export type BulkError = {
  id: string;
  code: string;
  message: ServersText;
  details: {
    [key: string]: any;
  };
};
export type DocumentBulk = {
  data: DocumentAnswer[];
  errors: BulkError[];
};
export type BinItem = {
  id: string;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
};
export type BinMoves = {
  items: BinItem[];
  restore?: boolean;
  purge?: boolean;
};
export type CopyDocument = {
  sealed: Envelope;
  sourceId: string;
  id: string;
  copyFiles?: boolean;
};
export type AlterDocument = {
  version?: number | null;
  sealed?: Envelope | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id: string;
};
export type DocumentChanges = {
  items: AlterDocument[];
};
export type DigestChoice = {
  wanted: boolean;
};
export type DataDigestChoice = {
  data: DigestChoice;
};
export type ChooseOwnDigest = {
  wanted: boolean;
};
export type DoneNotices = {
  ids: string[];
};
export type NoticeShown = {
  id: string;
  accountId: string;
  kind:
    | "keyNeeded"
    | "invitation"
    | "security"
    | "reminder"
    | "mention"
    | "damage"
    | "expiry";
  about:
    | "firstDevice"
    | "furtherDevice"
    | "invitation"
    | "recoveryRead"
    | "recoveryUsed"
    | "suspicious"
    | "taskDue"
    | "mentioned"
    | "fileDamaged"
    | "documentExpires";
  targetId: string;
  personId: string | null;
  at: string;
  readAt: string | null;
};
export type NoticeList = {
  data: NoticeShown[];
  unread: number;
  sync: Sync;
};
export type ReadNotices = {
  ids: string[];
};
export type AcknowledgeActivity = {
  activityId: string;
};
export type CancelRequest = {
  messageId?: string | null;
  batchId?: string | null;
};
export type CheckShape = {
  name: "dns" | "tls" | "auth" | "from" | "spf" | "dmarc";
  ok: boolean;
  detail: ServersText;
};
export type SetupShape = {
  provider: "smtp" | "graph" | "file";
  configured: boolean;
  checks: CheckShape[];
  lastSuccessAt: string | null;
};
export type DataSetupShape = {
  data: SetupShape;
};
export type SendTest = {
  to?: string | null;
};
export const {
  useListSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useListSignInMethodsQuery,
  useUpdateUserMutation,
  useDeletePasskeyMutation,
  useRenamePasskeyMutation,
  useBanUserMutation,
  useListPlatformUsersQuery,
  useRemovePlatformUserMutation,
  useSetPlatformRoleMutation,
  useUnbanUserMutation,
  useListPlatformUserSessionsQuery,
  useRevokePlatformUserSessionMutation,
  useRevokePlatformUserSessionsMutation,
  useImpersonateUserMutation,
  useListPaymentPlansQuery,
  useSubscribeMutation,
  useUpdateAccountMutation,
  useCloseAccountMutation,
  useListAccountsQuery,
  useCreateAccountMutation,
  useSetDateFormatMutation,
  useSetLanguageMutation,
  useJoinAccountsMutation,
  useListMyInvitationsQuery,
  useSwitchAccountMutation,
  useListRolesQuery,
  useListUsersQuery,
  useListInvitationsQuery,
  useCreateDocumentMutation,
  useDeleteDocumentsMutation,
  useDuplicateDocumentMutation,
  useUpdateDocumentsMutation,
  useGetDigestChoiceQuery,
  useChooseDigestMutation,
  useFinishNoticesMutation,
  useListNoticesQuery,
  useReadNoticesMutation,
  useAcknowledgeSuspiciousActivityMutation,
  useSecureSignInMutation,
  useCancelEmailMutation,
  useGetEmailSetupQuery,
  useSendTestEmailMutation,
} = injectedRtkApi;
