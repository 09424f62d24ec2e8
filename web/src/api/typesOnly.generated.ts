import type { Word as ServersText } from "../i18n/word";
import { baseApi as api } from "./baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUpByEmail: build.mutation<
      SignUpByEmailApiResponse,
      SignUpByEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/sign-up/email`,
        method: "POST",
        body: queryArg.signUpByEmail,
      }),
    }),
    signInByCode: build.mutation<SignInByCodeApiResponse, SignInByCodeApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sign-in/email-otp`,
        method: "POST",
        body: queryArg.signInByCode,
      }),
    }),
    signInByEmail: build.mutation<
      SignInByEmailApiResponse,
      SignInByEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/sign-in/email`,
        method: "POST",
        body: queryArg.signInByEmail,
      }),
    }),
    signInBySocialIdentity: build.mutation<
      SignInBySocialIdentityApiResponse,
      SignInBySocialIdentityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/sign-in/social`,
        method: "POST",
        body: queryArg.signInBySocialIdentity,
      }),
    }),
    confirmSession: build.mutation<
      ConfirmSessionApiResponse,
      ConfirmSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/confirm`,
        method: "POST",
        body: queryArg.confirm,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/change-password`,
        method: "POST",
        body: queryArg.changePassword,
      }),
    }),
    requestPasswordReset: build.mutation<
      RequestPasswordResetApiResponse,
      RequestPasswordResetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/email-otp/request-password-reset`,
        method: "POST",
        body: queryArg.askToReset,
      }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/email-otp/reset-password`,
        method: "POST",
        body: queryArg.resetPassword,
      }),
    }),
    changeEmail: build.mutation<ChangeEmailApiResponse, ChangeEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/email-otp/change-email`,
        method: "POST",
        body: queryArg.changeEmail,
      }),
    }),
    requestEmailChange: build.mutation<
      RequestEmailChangeApiResponse,
      RequestEmailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/email-otp/request-email-change`,
        method: "POST",
        body: queryArg.askToChangeEmail,
      }),
    }),
    deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/delete-user`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    getPasskeyOptionsByPost: build.query<
      GetPasskeyOptionsByPostApiResponse,
      GetPasskeyOptionsByPostApiArg
    >({
      query: () => ({
        url: `/api/auth/passkey/generate-authenticate-options`,
        method: "POST",
      }),
    }),
    getPasskeyRegistrationOptions: build.query<
      GetPasskeyRegistrationOptionsApiResponse,
      GetPasskeyRegistrationOptionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/passkey/generate-register-options`,
        params: {
          authenticatorAttachment: queryArg.authenticatorAttachment,
          name: queryArg.name,
        },
      }),
    }),
    signInByPasskey: build.mutation<
      SignInByPasskeyApiResponse,
      SignInByPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/passkey/verify-authentication`,
        method: "POST",
        body: queryArg.signInByPasskey,
      }),
    }),
    addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/passkey/verify-registration`,
        method: "POST",
        body: queryArg.addPasskey,
      }),
    }),
    createPlatformUser: build.mutation<
      CreatePlatformUserApiResponse,
      CreatePlatformUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/create-user`,
        method: "POST",
        body: queryArg.createUser,
      }),
    }),
    setUserPassword: build.mutation<
      SetUserPasswordApiResponse,
      SetUserPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/admin/set-user-password`,
        method: "POST",
        body: queryArg.setUserPassword,
      }),
    }),
    stopImpersonating: build.mutation<
      StopImpersonatingApiResponse,
      StopImpersonatingApiArg
    >({
      query: () => ({
        url: `/api/auth/admin/stop-impersonating`,
        method: "POST",
      }),
    }),
    getAuthStatus: build.query<GetAuthStatusApiResponse, GetAuthStatusApiArg>({
      query: () => ({ url: `/api/auth/ok` }),
    }),
    deleteRole: build.mutation<DeleteRoleApiResponse, DeleteRoleApiArg>({
      query: (queryArg) => ({
        url: `/api/roles/${encodeURIComponent(String(queryArg.roleId))}`,
        method: "DELETE",
        params: {
          moveTo: queryArg.moveTo,
        },
      }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    removeUser: build.mutation<RemoveUserApiResponse, RemoveUserApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.userId))}`,
        method: "DELETE",
        body: queryArg.body,
      }),
    }),
    setUserRole: build.mutation<SetUserRoleApiResponse, SetUserRoleApiArg>({
      query: (queryArg) => ({
        url: `/users/role`,
        method: "PUT",
        body: queryArg.changeMember,
      }),
    }),
    cancelInvitation: build.mutation<
      CancelInvitationApiResponse,
      CancelInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/invitations/${encodeURIComponent(String(queryArg.invitationId))}`,
        method: "DELETE",
        body: queryArg.body,
      }),
    }),
    getAccountInvite: build.query<
      GetAccountInviteApiResponse,
      GetAccountInviteApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/get-account-invite`,
        method: "POST",
        body: queryArg.invitationKey,
      }),
    }),
    inviteUser: build.mutation<InviteUserApiResponse, InviteUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/invite`,
        method: "POST",
        body: queryArg.invitation,
      }),
    }),
    listKeyStatements: build.query<
      ListKeyStatementsApiResponse,
      ListKeyStatementsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/keys/log`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    postKeyStatements: build.mutation<
      PostKeyStatementsApiResponse,
      PostKeyStatementsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/keys/log`,
        method: "POST",
        body: queryArg.postKeyStatements,
      }),
    }),
    listChains: build.query<ListChainsApiResponse, ListChainsApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/keys/chain`,
        method: "POST",
        body: queryArg.askedChains,
      }),
    }),
    getAccountHead: build.query<
      GetAccountHeadApiResponse,
      GetAccountHeadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/keys/head`,
        params: {
          from: queryArg["from"],
        },
      }),
    }),
    listAccountLeaves: build.query<
      ListAccountLeavesApiResponse,
      ListAccountLeavesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/keys/leaves`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    attachDevice: build.mutation<AttachDeviceApiResponse, AttachDeviceApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/device/attach`,
        method: "POST",
        body: queryArg.attach,
      }),
    }),
    getUnlockShare: build.query<
      GetUnlockShareApiResponse,
      GetUnlockShareApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/device/unlock-share`,
        params: {
          deviceId: queryArg.deviceId,
        },
      }),
    }),
    keepUnlockShare: build.mutation<
      KeepUnlockShareApiResponse,
      KeepUnlockShareApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/device/unlock-share`,
        method: "PUT",
        body: queryArg.keepShare,
      }),
    }),
    dropUnlockShare: build.mutation<
      DropUnlockShareApiResponse,
      DropUnlockShareApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/device/unlock-share`,
        method: "DELETE",
        params: {
          deviceId: queryArg.deviceId,
        },
      }),
    }),
    listPendingDevices: build.query<
      ListPendingDevicesApiResponse,
      ListPendingDevicesApiArg
    >({
      query: () => ({ url: `/api/auth/device/pending` }),
    }),
    refusePendingDevice: build.mutation<
      RefusePendingDeviceApiResponse,
      RefusePendingDeviceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/device/pending`,
        method: "DELETE",
        params: {
          deviceId: queryArg.deviceId,
        },
      }),
    }),
    getRecoveryEnvelopes: build.query<
      GetRecoveryEnvelopesApiResponse,
      GetRecoveryEnvelopesApiArg
    >({
      query: () => ({ url: `/api/auth/device/recovery` }),
    }),
    listDevicePublicKeys: build.query<
      ListDevicePublicKeysApiResponse,
      ListDevicePublicKeysApiArg
    >({
      query: (queryArg) => ({
        url: `/devices/public-keys`,
        params: {
          roleId: queryArg.roleId,
        },
      }),
    }),
    getRoleBundle: build.query<GetRoleBundleApiResponse, GetRoleBundleApiArg>({
      query: (queryArg) => ({
        url: `/roles/bundle`,
        params: {
          devicePublicKeyB64u: queryArg.devicePublicKeyB64U,
          roleId: queryArg.roleId,
        },
      }),
    }),
    listMissingWraps: build.query<
      ListMissingWrapsApiResponse,
      ListMissingWrapsApiArg
    >({
      query: () => ({ url: `/roles/missing-wraps` }),
    }),
    rollRoleKey: build.mutation<RollRoleKeyApiResponse, RollRoleKeyApiArg>({
      query: (queryArg) => ({
        url: `/roles/roll-wrap`,
        method: "POST",
        body: queryArg.rollWrap,
      }),
    }),
    grantRoleKey: build.mutation<GrantRoleKeyApiResponse, GrantRoleKeyApiArg>({
      query: (queryArg) => ({
        url: `/roles/wrap`,
        method: "POST",
        body: queryArg.wrapRequest,
      }),
    }),
    listRoleWraps: build.query<ListRoleWrapsApiResponse, ListRoleWrapsApiArg>({
      query: (queryArg) => ({
        url: `/roles/wraps`,
        params: {
          devicePublicKeyB64u: queryArg.devicePublicKeyB64U,
        },
      }),
    }),
    getDocuments: build.query<GetDocumentsApiResponse, GetDocumentsApiArg>({
      query: (queryArg) => ({
        url: `/document/ids`,
        method: "POST",
        body: queryArg.documentIds,
      }),
    }),
    listDocuments: build.query<ListDocumentsApiResponse, ListDocumentsApiArg>({
      query: (queryArg) => ({
        url: `/document`,
        method: "POST",
        body: queryArg.documentQuery,
      }),
    }),
    deleteContact: build.mutation<
      DeleteContactApiResponse,
      DeleteContactApiArg
    >({
      query: (queryArg) => ({
        url: `/contact/${encodeURIComponent(String(queryArg.contactId))}`,
        method: "DELETE",
        body: queryArg.signedDelete,
      }),
    }),
    listContacts: build.query<ListContactsApiResponse, ListContactsApiArg>({
      query: (queryArg) => ({
        url: `/contact`,
        method: "POST",
        body: queryArg.itemQuery,
      }),
    }),
    listSavedFilters: build.query<
      ListSavedFiltersApiResponse,
      ListSavedFiltersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/saved-filters`,
        params: {
          ids: queryArg.ids,
          states: queryArg.states,
          createdBy: queryArg.createdBy,
          updatedFrom: queryArg.updatedFrom,
          updatedTo: queryArg.updatedTo,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          since: queryArg.since,
          parts: queryArg.parts,
          entity: queryArg.entity,
        },
      }),
    }),
    listTasks: build.query<ListTasksApiResponse, ListTasksApiArg>({
      query: (queryArg) => ({
        url: `/task/get`,
        method: "POST",
        body: queryArg.taskQuery,
      }),
    }),
    getFileBundle: build.query<GetFileBundleApiResponse, GetFileBundleApiArg>({
      query: (queryArg) => ({
        url: `/api/uploads/${encodeURIComponent(String(queryArg.fileId))}/bundle`,
        params: {
          hashes: queryArg.hashes,
        },
      }),
    }),
    finaliseUpload: build.mutation<
      FinaliseUploadApiResponse,
      FinaliseUploadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/uploads/finalise`,
        method: "POST",
        body: queryArg.finalise,
      }),
    }),
    createUploadSession: build.mutation<
      CreateUploadSessionApiResponse,
      CreateUploadSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/uploads/session`,
        method: "POST",
        body: queryArg.uploadSession,
      }),
    }),
    getThumbnailBundle: build.query<
      GetThumbnailBundleApiResponse,
      GetThumbnailBundleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/uploads/thumbnails/${encodeURIComponent(String(queryArg.fileId))}/bundle`,
        params: {
          hashes: queryArg.hashes,
        },
      }),
    }),
    addFileWraps: build.mutation<AddFileWrapsApiResponse, AddFileWrapsApiArg>({
      query: (queryArg) => ({
        url: `/files/${encodeURIComponent(String(queryArg.fileId))}/wraps`,
        method: "POST",
        body: queryArg.moreFileWraps,
      }),
    }),
    getBlob: build.query<GetBlobApiResponse, GetBlobApiArg>({
      query: (queryArg) => ({
        url: `/blobs/${encodeURIComponent(String(queryArg.key))}`,
      }),
    }),
    putBlobPart: build.mutation<PutBlobPartApiResponse, PutBlobPartApiArg>({
      query: (queryArg) => ({
        url: `/blobs/${encodeURIComponent(String(queryArg.key))}`,
        method: "PUT",
      }),
    }),
    searchAnalytics: build.query<
      SearchAnalyticsApiResponse,
      SearchAnalyticsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/analytics/query`,
        method: "POST",
        body: queryArg.analyticsQuery,
      }),
    }),
    listAccountAuditLogs: build.query<
      ListAccountAuditLogsApiResponse,
      ListAccountAuditLogsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/audit-logs/account`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          from: queryArg["from"],
          to: queryArg.to,
          actions: queryArg.actions,
          actorId: queryArg.actorId,
          targetId: queryArg.targetId,
          outcome: queryArg.outcome,
          format: queryArg.format,
        },
      }),
    }),
    listMyAuditLogs: build.query<
      ListMyAuditLogsApiResponse,
      ListMyAuditLogsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/audit-logs/me`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getAuditProofs: build.query<
      GetAuditProofsApiResponse,
      GetAuditProofsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/audit/proof`,
        params: {
          positions: queryArg.positions,
          from: queryArg["from"],
        },
      }),
    }),
    listSuspiciousActivities: build.query<
      ListSuspiciousActivitiesApiResponse,
      ListSuspiciousActivitiesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/suspicious-activities`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          state: queryArg.state,
        },
      }),
    }),
    listEmails: build.query<ListEmailsApiResponse, ListEmailsApiArg>({
      query: (queryArg) => ({
        url: `/api/email/messages`,
        params: {
          batchId: queryArg.batchId,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    sendEmail: build.mutation<SendEmailApiResponse, SendEmailApiArg>({
      query: (queryArg) => ({
        url: `/email.send`,
        method: "POST",
        body: queryArg.sendEmail,
      }),
    }),
    sendBulkEmail: build.mutation<
      SendBulkEmailApiResponse,
      SendBulkEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/email.bulkSend`,
        method: "POST",
        body: queryArg.sendBatch,
      }),
    }),
    sendCustomEmail: build.mutation<
      SendCustomEmailApiResponse,
      SendCustomEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/email.sendCustom`,
        method: "POST",
        body: queryArg.sendCustom,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as typesOnlyApi };
export type SignUpByEmailApiResponse = unknown;
export type SignUpByEmailApiArg = {
  signUpByEmail: SignUpByEmail;
};
export type SignInByCodeApiResponse = unknown;
export type SignInByCodeApiArg = {
  signInByCode: SignInByCode;
};
export type SignInByEmailApiResponse = unknown;
export type SignInByEmailApiArg = {
  signInByEmail: SignInByEmail;
};
export type SignInBySocialIdentityApiResponse =
  /** status 200 Request fulfilled, document follows */ SocialAnswer;
export type SignInBySocialIdentityApiArg = {
  signInBySocialIdentity: SignInBySocialIdentity;
};
export type ConfirmSessionApiResponse = unknown;
export type ConfirmSessionApiArg = {
  confirm: Confirm;
};
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = {
  changePassword: ChangePassword;
};
export type RequestPasswordResetApiResponse = unknown;
export type RequestPasswordResetApiArg = {
  askToReset: AskToReset;
};
export type ResetPasswordApiResponse = unknown;
export type ResetPasswordApiArg = {
  resetPassword: ResetPassword;
};
export type ChangeEmailApiResponse = unknown;
export type ChangeEmailApiArg = {
  changeEmail: ChangeEmail;
};
export type RequestEmailChangeApiResponse = unknown;
export type RequestEmailChangeApiArg = {
  askToChangeEmail: AskToChangeEmail;
};
export type DeleteUserApiResponse = unknown;
export type DeleteUserApiArg = {
  body: DeleteUser | null;
};
export type GetPasskeyOptionsByPostApiResponse =
  /** status 200 Request fulfilled, document follows */ AuthenticationOptions;
export type GetPasskeyOptionsByPostApiArg = void;
export type GetPasskeyRegistrationOptionsApiResponse =
  /** status 200 Request fulfilled, document follows */ RegistrationOptions;
export type GetPasskeyRegistrationOptionsApiArg = {
  authenticatorAttachment?:
    | ("platform" | "cross-platform" | null)
    | ("platform" | "cross-platform" | null);
  name?: string | null;
};
export type SignInByPasskeyApiResponse = unknown;
export type SignInByPasskeyApiArg = {
  signInByPasskey: SignInByPasskey;
};
export type AddPasskeyApiResponse = unknown;
export type AddPasskeyApiArg = {
  addPasskey: AddPasskey;
};
export type CreatePlatformUserApiResponse = unknown;
export type CreatePlatformUserApiArg = {
  createUser: CreateUser;
};
export type SetUserPasswordApiResponse = unknown;
export type SetUserPasswordApiArg = {
  setUserPassword: SetUserPassword;
};
export type StopImpersonatingApiResponse = unknown;
export type StopImpersonatingApiArg = void;
export type GetAuthStatusApiResponse =
  /** status 200 Request fulfilled, document follows */ Alive;
export type GetAuthStatusApiArg = void;
export type DeleteRoleApiResponse = unknown;
export type DeleteRoleApiArg = {
  roleId: string;
  moveTo?: string | null;
};
export type GetUserApiResponse =
  /** status 200 Request fulfilled, document follows */ DataMemberShape;
export type GetUserApiArg = {
  userId: string;
};
export type RemoveUserApiResponse = unknown;
export type RemoveUserApiArg = {
  userId: string;
  body: Ending | null;
};
export type SetUserRoleApiResponse = unknown;
export type SetUserRoleApiArg = {
  changeMember: ChangeMember;
};
export type CancelInvitationApiResponse = unknown;
export type CancelInvitationApiArg = {
  invitationId: string;
  body: MaybeSigned | null;
};
export type GetAccountInviteApiResponse =
  /** status 200 Request fulfilled, document follows */ InvitationCard;
export type GetAccountInviteApiArg = {
  invitationKey: InvitationKey;
};
export type InviteUserApiResponse =
  /** status 200 Request fulfilled, document follows */ InvitationShape;
export type InviteUserApiArg = {
  invitation: Invitation;
};
export type ListKeyStatementsApiResponse =
  /** status 200 Request fulfilled, document follows */ LogPage;
export type ListKeyStatementsApiArg = {
  after?: number;
  limit?: number;
};
export type PostKeyStatementsApiResponse = unknown;
export type PostKeyStatementsApiArg = {
  postKeyStatements: PostKeyStatements;
};
export type ListChainsApiResponse =
  /** status 200 Request fulfilled, document follows */ ChainPage;
export type ListChainsApiArg = {
  askedChains: AskedChains;
};
export type GetAccountHeadApiResponse =
  /** status 200 Request fulfilled, document follows */ HeadAnswer;
export type GetAccountHeadApiArg = {
  from?: number | null;
};
export type ListAccountLeavesApiResponse =
  /** status 200 Request fulfilled, document follows */ Leaves;
export type ListAccountLeavesApiArg = {
  from: number;
  to: number;
};
export type AttachDeviceApiResponse = unknown;
export type AttachDeviceApiArg = {
  attach: Attach;
};
export type GetUnlockShareApiResponse =
  /** status 200 Request fulfilled, document follows */ OpenedShare;
export type GetUnlockShareApiArg = {
  deviceId: string;
};
export type KeepUnlockShareApiResponse = unknown;
export type KeepUnlockShareApiArg = {
  keepShare: KeepShare;
};
export type DropUnlockShareApiResponse = unknown;
export type DropUnlockShareApiArg = {
  deviceId: string;
};
export type ListPendingDevicesApiResponse =
  /** status 200 Request fulfilled, document follows */ PendingDevices;
export type ListPendingDevicesApiArg = void;
export type RefusePendingDeviceApiResponse = unknown;
export type RefusePendingDeviceApiArg = {
  deviceId: string;
};
export type GetRecoveryEnvelopesApiResponse =
  /** status 200 Request fulfilled, document follows */ RecoveryAnswer;
export type GetRecoveryEnvelopesApiArg = void;
export type ListDevicePublicKeysApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListPublicDevice;
export type ListDevicePublicKeysApiArg = {
  roleId?: string | null;
};
export type GetRoleBundleApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRoleBundle;
export type GetRoleBundleApiArg = {
  devicePublicKeyB64U: string;
  roleId: string;
};
export type ListMissingWrapsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListMissingWrap;
export type ListMissingWrapsApiArg = void;
export type RollRoleKeyApiResponse = unknown;
export type RollRoleKeyApiArg = {
  rollWrap: RollWrap;
};
export type GrantRoleKeyApiResponse = unknown;
export type GrantRoleKeyApiArg = {
  wrapRequest: WrapRequest;
};
export type ListRoleWrapsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListDeviceWrap;
export type ListRoleWrapsApiArg = {
  devicePublicKeyB64U: string;
};
export type GetDocumentsApiResponse =
  /** status 200 Request fulfilled, document follows */ FoundDocuments;
export type GetDocumentsApiArg = {
  documentIds: DocumentIds;
};
export type ListDocumentsApiResponse =
  /** status 200 Request fulfilled, document follows */ DocumentPage;
export type ListDocumentsApiArg = {
  documentQuery: DocumentQuery;
};
export type DeleteContactApiResponse = unknown;
export type DeleteContactApiArg = {
  contactId: string;
  signedDelete: SignedDelete;
};
export type ListContactsApiResponse =
  /** status 200 Request fulfilled, document follows */ ItemPage;
export type ListContactsApiArg = {
  itemQuery: ItemQuery;
};
export type ListSavedFiltersApiResponse =
  /** status 200 Request fulfilled, document follows */ FilterPage;
export type ListSavedFiltersApiArg = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
  entity?:
    | ("contact" | "document" | "profile" | "task" | "vendor" | null)
    | ("contact" | "document" | "profile" | "task" | "vendor" | null);
};
export type ListTasksApiResponse =
  /** status 200 Request fulfilled, document follows */ TaskPage;
export type ListTasksApiArg = {
  taskQuery: TaskQuery;
};
export type GetFileBundleApiResponse =
  /** status 200 Request fulfilled, document follows */ DataBundle;
export type GetFileBundleApiArg = {
  fileId: string;
  hashes?: boolean;
};
export type FinaliseUploadApiResponse = unknown;
export type FinaliseUploadApiArg = {
  finalise: Finalise;
};
export type CreateUploadSessionApiResponse =
  | /** status 201 Document created, URL follows */ DataOpenedUpload
  | DataSignedParts;
export type CreateUploadSessionApiArg = {
  uploadSession: UploadSession;
};
export type GetThumbnailBundleApiResponse =
  /** status 200 Request fulfilled, document follows */ DataBundle;
export type GetThumbnailBundleApiArg = {
  fileId: string;
  hashes?: boolean;
};
export type AddFileWrapsApiResponse = unknown;
export type AddFileWrapsApiArg = {
  fileId: string;
  moreFileWraps: MoreFileWraps;
};
export type GetBlobApiResponse = /** status 200 Stream Response */ any;
export type GetBlobApiArg = {
  key: string;
};
export type PutBlobPartApiResponse = unknown;
export type PutBlobPartApiArg = {
  key: string;
};
export type SearchAnalyticsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataAnalyticsAnswer;
export type SearchAnalyticsApiArg = {
  analyticsQuery: AnalyticsQuery;
};
export type ListAccountAuditLogsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageAuditEntry;
export type ListAccountAuditLogsApiArg = {
  limit?: number;
  cursor?: string | null;
  from?: string | null;
  to?: string | null;
  actions?: string[] | null;
  actorId?: string | null;
  targetId?: string | null;
  outcome?:
    | ("success" | "failure" | "denied" | null)
    | ("success" | "failure" | "denied" | null);
  format?: "json" | "ndjson" | "ocsf";
};
export type ListMyAuditLogsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageAuditEntry;
export type ListMyAuditLogsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetAuditProofsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataAuditProofs;
export type GetAuditProofsApiArg = {
  positions?: number[] | null;
  from?: number | null;
};
export type ListSuspiciousActivitiesApiResponse =
  /** status 200 Request fulfilled, document follows */ PageSuspiciousActivity;
export type ListSuspiciousActivitiesApiArg = {
  limit?: number;
  cursor?: string | null;
  state?:
    | ("open" | "acknowledged" | "resolved" | null)
    | ("open" | "acknowledged" | "resolved" | null);
};
export type ListEmailsApiResponse =
  /** status 200 Request fulfilled, document follows */ PageMessageShape;
export type ListEmailsApiArg = {
  batchId?: string | null;
  limit?: number;
  cursor?: string | null;
};
export type SendEmailApiResponse = unknown;
export type SendEmailApiArg = {
  sendEmail: SendEmail;
};
export type SendBulkEmailApiResponse =
  /** status 202 Request accepted, processing continues off-line */ DataAcceptedBatch;
export type SendBulkEmailApiArg = {
  sendBatch: SendBatch;
};
export type SendCustomEmailApiResponse = unknown;
export type SendCustomEmailApiArg = {
  sendCustom: SendCustom;
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
export type SignUpByEmail = {
  name: string;
  email: string;
  password: string;
  image?: string | null;
  callbackURL?: string | null;
  rememberMe?: boolean | null;
};
export type SignInByCode = {
  email: string;
  otp: string;
  name?: string | null;
  image?: string | null;
};
export type SignInByEmail = {
  email: string;
  password: string;
  rememberMe?: boolean | null;
  callbackURL?: string | null;
};
export type User = {
  id: string;
  name: string;
  email: string;
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
export type SocialAnswer = {
  redirect: boolean;
  url?: string;
  token?: string;
  user?: User;
};
export type IdToken = {
  token: string;
  nonce?: string | null;
  accessToken?: string | null;
};
export type SignInBySocialIdentity = {
  provider: string;
  callbackURL?: string | null;
  errorCallbackURL?: string | null;
  newUserCallbackURL?: string | null;
  disableRedirect?: boolean | null;
  scopes?: string[] | null;
  loginHint?: string | null;
  requestSignUp?: boolean | null;
  idToken?: IdToken | null;
  additionalData?: {
    [key: string]: any;
  } | null;
};
export type Confirm = {
  password?: string | null;
  response?: {
    [key: string]: any;
  } | null;
  otp?: string | null;
};
export type ChangePassword = {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions?: boolean | null;
};
export type AskToReset = {
  email: string;
};
export type ResetPassword = {
  email: string;
  otp: string;
  password: string;
};
export type ChangeEmail = {
  newEmail: string;
  otp: string;
};
export type AskToChangeEmail = {
  newEmail: string;
  otp?: string | null;
};
export type DeleteUser = {
  password?: string | null;
  callbackURL?: string | null;
};
export type Descriptor = {
  id: string;
  type?: string;
  transports?: string[];
};
export type AuthenticationOptions = {
  challenge: string;
  rpId: string;
  timeout?: number;
  userVerification?: string;
  allowCredentials?: Descriptor[];
};
export type RelyingParty = {
  name: string;
  id: string;
};
export type PasskeyUser = {
  id: string;
  name: string;
  displayName: string;
};
export type KeyParameters = {
  alg: number;
  type?: string;
};
export type Selection = {
  residentKey?: string;
  requireResidentKey?: boolean;
  userVerification?: string;
  authenticatorAttachment?: string;
};
export type RegistrationOptions = {
  challenge: string;
  rp: RelyingParty;
  user: PasskeyUser;
  pubKeyCredParams: KeyParameters[];
  timeout?: number;
  attestation?: string;
  hints?: string[];
  extensions?: {
    [key: string]: boolean;
  };
  excludeCredentials: Descriptor[];
  authenticatorSelection: Selection;
};
export type SignInByPasskey = {
  response: {
    [key: string]: any;
  };
};
export type AddPasskey = {
  response: {
    [key: string]: any;
  };
  name?: string | null;
  createSession?: boolean | null;
};
export type CreateUser = {
  email: string;
  name: string;
  password?: string | null;
  role?: ("user" | "admin") | ("user" | "admin")[];
};
export type SetUserPassword = {
  userId: string;
  newPassword: string;
};
export type Alive = {
  ok?: boolean;
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
export type DataMemberShape = {
  data: MemberShape;
};
export type Ending = {
  statementB64u?: string | null;
  signatureB64u?: string | null;
  acceptDataLoss?: boolean;
};
export type ChangeMember = {
  userId: string;
  roleId: string;
  readsRoleIds?: string[] | null;
  version?: number | null;
};
export type MaybeSigned = {
  statementB64u?: string | null;
  signatureB64u?: string | null;
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
export type InvitationKey = {
  token?: string | null;
  invitationId?: string | null;
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
export type Invitation = {
  statementB64u?: string | null;
  signatureB64u?: string | null;
  email: string;
  roleId: string;
  inviteId?: string | null;
  pairing?: Box | null;
  message?: string | null;
  expiresInDays?: number | null;
};
export type LogEntry = {
  seq: number;
  statementB64u: string;
  signatureB64u: string;
  deviceSignatureB64u?: string | null;
  rollProofB64u?: string | null;
};
export type KeyHead = {
  seq: number;
  hashB64u: string;
};
export type LogPage = {
  data: LogEntry[];
  head: KeyHead | null;
};
export type Signed = {
  statementB64u: string;
  signatureB64u: string;
  deviceSignatureB64u?: string | null;
  rollProofB64u?: string | null;
  saltB64u?: string | null;
};
export type PostKeyStatements = {
  items: Signed[];
};
export type Link = {
  statementB64u: string;
  signatureB64u: string;
};
export type ObjectChain = {
  kind: string;
  id: string;
  statements: Link[];
};
export type ChainPage = {
  data: ObjectChain[];
  more: boolean;
};
export type AskedObject = {
  kind: string;
  id: string;
  after?: number;
};
export type AskedChains = {
  objects: AskedObject[];
};
export type HeadAnswer = {
  note: string;
  consistency: string[];
  logKeyB64u: string;
};
export type LeafShape = {
  tagB64u: string;
  seq: number;
  hashB64u: string;
};
export type Leaves = {
  data: LeafShape[];
};
export type RecoveryEnvelope = {
  dataB64u: string;
  ivB64u: string;
  saltB64u: string;
};
export type Attach = {
  devicePublicKeyB64u: string;
  signPublicKeyB64u: string;
  hash: string;
  recovery: RecoveryEnvelope;
  deviceName?: string;
  deviceSignatureB64u: string;
  personSaltB64u?: string | null;
  authenticator: boolean;
  pairingIdB64u?: string | null;
  pairingMacB64u?: string | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
};
export type OpenedShare = {
  shareB64u: string;
  expiresAt: string;
};
export type KeepShare = {
  deviceId: string;
  shareB64u: string;
};
export type PendingWord = {
  deviceName: ServersText;
  at: string;
};
export type PendingDevice = {
  deviceId: string;
  pairingIdB64u?: string | null;
  pairingMacB64u?: string | null;
  personSaltB64u?: string | null;
  devicePublicKeyB64u?: string | null;
  signPublicKeyB64u?: string | null;
  recovery?: RecoveryEnvelope | null;
  authenticator?: boolean | null;
  deviceSignatureB64u?: string | null;
  word: PendingWord;
};
export type PendingDevices = {
  data: PendingDevice[];
};
export type RecoveryItem = {
  deviceId: string;
  recovery: RecoveryEnvelope;
};
export type RecoveryAnswer = {
  data: RecoveryItem[];
};
export type DeviceWord = {
  deviceName: ServersText;
  attachedAt: string;
  hasWrap: boolean;
};
export type PublicDevice = {
  userId: string;
  deviceId: string;
  devicePublicKeyB64u: string;
  signPublicKeyB64u: string;
  statementHashB64u: string;
  word: DeviceWord;
};
export type DataListPublicDevice = {
  data: PublicDevice[];
};
export type RoleBundle = {
  roleId: string;
  userId: string;
  deviceId: string;
  generation: number;
  rolePublicKeyB64u: string;
  devicePublicKeyB64u: string;
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
  statementB64u: string;
  signatureB64u: string;
  previousSealedB64u: string[];
};
export type DataRoleBundle = {
  data: RoleBundle;
};
export type MissingWrap = {
  roleId: string;
  userId: string;
  deviceId: string;
};
export type DataListMissingWrap = {
  data: MissingWrap[];
};
export type DeviceWrap = {
  roleId: string;
  userId: string;
  deviceId: string;
  generation: number;
  rolePublicKeyB64u: string;
  devicePublicKeyB64u: string;
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
  statementB64u: string;
  signatureB64u: string;
};
export type RollWrap = {
  roleId: string;
  expectedGeneration: number;
  rolePublicKeyB64u: string;
  wraps: DeviceWrap[];
  previousSealedB64u?: string | null;
  statementB64u: string;
  signatureB64u: string;
  rollProofB64u?: string | null;
  saltB64u?: string | null;
};
export type WrapRequest = {
  items?: DeviceWrap[] | null;
  roleId?: string | null;
  userId?: string | null;
  deviceId?: string | null;
  generation?: number | null;
  rolePublicKeyB64u?: string | null;
  devicePublicKeyB64u?: string | null;
  ivB64u?: string | null;
  saltB64u?: string | null;
  dataB64u?: string | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  previousSealedB64u?: string | null;
};
export type DataListDeviceWrap = {
  data: DeviceWrap[];
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
  sealed?: Envelope;
  later?: Later[];
  word: DocumentWord;
};
export type PageInfo = {
  limit: number;
  nextCursor?: string | null;
};
export type Sync = {
  seq: number;
  stale?: boolean | null;
};
export type FoundDocuments = {
  data: DocumentAnswer[];
  page: PageInfo;
  sync: Sync;
  missing: string[];
};
export type DocumentIds = {
  ids: string[];
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
  after?: number[] | null;
};
export type DocumentPage = {
  data: DocumentAnswer[];
  page: PageInfo;
  sync: Sync;
};
export type DocumentSort = {
  field: "createdAt" | "updatedAt" | "expiresOn";
  dir?: "asc" | "desc";
};
export type DocumentQuery = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  lifecycle?: ("draft" | "active" | "archived")[] | null;
  profileIds?: string[] | null;
  topicIds?: string[] | null;
  expiresFrom?: string | null;
  expiresTo?: string | null;
  sort?: DocumentSort[];
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
};
export type SignedDelete = {
  statementB64u: string;
  signatureB64u: string;
};
export type Word = {
  version: number;
  seq?: number;
  storedAt: string;
};
export type Item = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: Word;
};
export type ItemPage = {
  data: Item[];
  page: PageInfo;
  sync: Sync;
};
export type Sort = {
  field: "createdAt" | "updatedAt";
  dir?: "asc" | "desc";
};
export type ItemQuery = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  sort?: Sort[];
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
};
export type FilterPage = {
  data: Item[];
  page: PageInfo;
  sync: Sync;
};
export type TaskWord = {
  version: number;
  seq?: number;
  storedAt: string;
  rank: string;
  hiddenBy?: string | null;
  occurrence: number;
  nextDueOn?: string | null;
  closedAt?: string | null;
  commentCount: number;
};
export type TaskAnswer = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: TaskWord;
};
export type TaskPage = {
  data: TaskAnswer[];
  page: PageInfo;
  sync: Sync;
  comments?: Item[];
};
export type TaskSort = {
  field: "createdAt" | "updatedAt" | "rank" | "dueOn";
  dir?: "asc" | "desc";
};
export type TaskQuery = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  statusIds?: string[] | null;
  categories?: ("open" | "active" | "done")[] | null;
  assigneeIds?: string[] | null;
  dueFrom?: string | null;
  dueTo?: string | null;
  overdue?: boolean;
  profileIds?: string[] | null;
  topicIds?: string[] | null;
  parentId?: string | null;
  include?: "comments"[];
  sort?: TaskSort[];
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
};
export type Bundle = {
  headerB64u: string;
  manifest: Box;
  thumbnailHeaderB64u: string | null;
  wraps: Wrap[];
  attrsSaltB64u: string;
  statementB64u: string;
  signatureB64u: string;
  later: Later[];
  url: string;
  frameHashesB64u?: string | null;
};
export type DataBundle = {
  data: Bundle;
};
export type StoredPartName = {
  object: "content" | "thumbnail";
  number: number;
  etag: string;
};
export type Finalise = {
  uploadId: string;
  parts: StoredPartName[];
  headerB64u: string;
  manifest: Box;
  wraps: Wrap[];
  attrsSaltB64u: string;
  thumbnailHeaderB64u?: string | null;
  statementB64u: string;
  signatureB64u: string;
};
export type KnownPart = {
  object: "content" | "thumbnail";
  number: number;
  size: number;
  sha256B64u: string;
  etag: string;
};
export type OpenedUpload = {
  uploadId: string;
  expiresAt: string;
  parts?: KnownPart[];
};
export type DataOpenedUpload = {
  data: OpenedUpload;
};
export type PartAddress = {
  object: "content" | "thumbnail";
  number: number;
  url: string;
  method: "PUT";
  headers: {
    [key: string]: string;
  };
};
export type SignedParts = {
  parts: PartAddress[];
};
export type DataSignedParts = {
  data: SignedParts;
};
export type Extent = {
  encryptedSize: number;
  frameSize: number;
  frameCount: number;
};
export type PartToSign = {
  object: "content" | "thumbnail";
  number: number;
  size: number;
  sha256B64u: string;
  frameHashesB64u: string;
};
export type UploadSession = {
  fileId?: string;
  version?: number;
  encryptedSize?: number;
  frameSize?: number;
  frameCount?: number;
  thumbnail?: Extent | null;
  uploadId?: string;
  parts?: PartToSign[];
};
export type MoreFileWraps = {
  add: Wrap[];
  version: number;
  statementB64u: string;
  signatureB64u: string;
};
export type AnalyticsAnswer = {
  columns: string[];
  rows: (string | number | number | boolean | null)[][];
  more: boolean;
};
export type DataAnalyticsAnswer = {
  data: AnalyticsAnswer;
};
export type Condition = {
  column: string;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=";
  value: string | number | number | boolean | null;
};
export type AnalyticsQuery = {
  view: string;
  select: string[];
  where?: Condition[];
  groupBy?: string[];
  limit?: number;
};
export type AuditActor = {
  type: "user" | "system" | "support";
  id: string | null;
  impersonatorId: string | null;
  name?: ServersText | null;
};
export type AuditTarget = {
  kind: string;
  id: string;
  version?: number | null;
};
export type AuditChange = {
  field: string;
  to: any;
  from?: any;
};
export type AuditContext = {
  sessionId: string | null;
  deviceId: string | null;
  ip: ServersText | null;
  agent: ServersText | null;
  requestId: ServersText;
  correlationId: string;
};
export type AuditClass = {
  uid: number;
  activity: number;
};
export type AuditFolded = {
  count: number;
  until: string;
};
export type AuditEntry = {
  id: string;
  seq: number;
  accountId: string | null;
  at: string;
  recordedAt: string;
  category:
    | "auth"
    | "access"
    | "key"
    | "member"
    | "content"
    | "mail"
    | "billing"
    | "security"
    | "system";
  action: string;
  outcome: "success" | "failure" | "denied";
  severity: number;
  actor: AuditActor;
  targets: AuditTarget[];
  changes: AuditChange[];
  context: AuditContext;
  reason?: ServersText | null;
  class: AuditClass;
  position: number;
  leafHashB64u: string;
  schemaVersion: number;
  folded?: AuditFolded | null;
  accountName?: ServersText | null;
};
export type PageAuditEntry = {
  data: AuditEntry[];
  page: PageInfo;
  sync: Sync;
};
export type EventProof = {
  position: number;
  leafB64u: string;
  headerB64u: string | null;
  stateB64u: string | null;
  path: string[];
};
export type AuditProofs = {
  note: string;
  logKeyB64u: string;
  consistency: string[];
  proofs: EventProof[];
};
export type DataAuditProofs = {
  data: AuditProofs;
};
export type ActivitySubject = {
  kind: "user" | "address" | "network" | "session" | "passkey";
  id: string;
};
export type SuspiciousActivity = {
  id: string;
  detector: string;
  severity: number;
  state: "open" | "acknowledged" | "resolved";
  verdict:
    | ("falsePositive" | "confirmed" | "mitigated" | null)
    | ("falsePositive" | "confirmed" | "mitigated" | null);
  subject: ActivitySubject;
  userId: string | null;
  firstAt: string;
  lastAt: string;
  count: number;
  summaryKey: string;
  params: {
    [key: string]: string;
  };
  evidence: number[];
  response: (
    | "codesOff"
    | "delay"
    | "throttle"
    | "stepUp"
    | "passkeyOff"
    | "endSession"
    | "mail"
    | "tellOwners"
    | "tellOperator"
  )[];
};
export type PageSuspiciousActivity = {
  data: SuspiciousActivity[];
  page: PageInfo;
  sync: Sync;
};
export type MessageShape = {
  id: string;
  to: ServersText | null;
  template: string;
  sentBy: string | null;
  batchId: string | null;
  state:
    | "queued"
    | "deferred"
    | "sent"
    | "delivered"
    | "bounced"
    | "complained"
    | "failed"
    | "suppressed"
    | "cancelled";
  attempts: number;
  code: ServersText | null;
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
};
export type PageMessageShape = {
  data: MessageShape[];
  page: PageInfo;
  sync: Sync;
};
export type SendEmail = {
  template: "note" | "document_request" | "reminder";
  to: string;
  locale?:
    | ("en" | "de" | "fr" | "es" | "ar" | null)
    | ("en" | "de" | "fr" | "es" | "ar" | null);
  params?: {
    [key: string]: string;
  };
};
export type InvalidRecipient = {
  index: number;
  to: string;
  reason: "address" | "params" | "repeated";
};
export type AcceptedBatch = {
  batchId: string | null;
  accepted: number;
  suppressed: number;
  invalid: InvalidRecipient[];
};
export type DataAcceptedBatch = {
  data: AcceptedBatch;
};
export type BatchRecipient = {
  to: string;
  params?: {
    [key: string]: string;
  };
};
export type SendBatch = {
  recipients: BatchRecipient[];
  template?:
    | ("note" | "document_request" | "reminder" | null)
    | ("note" | "document_request" | "reminder" | null);
  subject?: string | null;
  text?: string | null;
  locale?:
    | ("en" | "de" | "fr" | "es" | "ar" | null)
    | ("en" | "de" | "fr" | "es" | "ar" | null);
  dryRun?: boolean;
};
export type SendCustom = {
  to: string[];
  cc?: string[];
  subject: string;
  text: string;
  html?: string | null;
  replyTo?: string | null;
};
export const {
  useSignUpByEmailMutation,
  useSignInByCodeMutation,
  useSignInByEmailMutation,
  useSignInBySocialIdentityMutation,
  useConfirmSessionMutation,
  useChangePasswordMutation,
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useChangeEmailMutation,
  useRequestEmailChangeMutation,
  useDeleteUserMutation,
  useGetPasskeyOptionsByPostQuery,
  useGetPasskeyRegistrationOptionsQuery,
  useSignInByPasskeyMutation,
  useAddPasskeyMutation,
  useCreatePlatformUserMutation,
  useSetUserPasswordMutation,
  useStopImpersonatingMutation,
  useGetAuthStatusQuery,
  useDeleteRoleMutation,
  useGetUserQuery,
  useRemoveUserMutation,
  useSetUserRoleMutation,
  useCancelInvitationMutation,
  useGetAccountInviteQuery,
  useInviteUserMutation,
  useListKeyStatementsQuery,
  usePostKeyStatementsMutation,
  useListChainsQuery,
  useGetAccountHeadQuery,
  useListAccountLeavesQuery,
  useAttachDeviceMutation,
  useGetUnlockShareQuery,
  useKeepUnlockShareMutation,
  useDropUnlockShareMutation,
  useListPendingDevicesQuery,
  useRefusePendingDeviceMutation,
  useGetRecoveryEnvelopesQuery,
  useListDevicePublicKeysQuery,
  useGetRoleBundleQuery,
  useListMissingWrapsQuery,
  useRollRoleKeyMutation,
  useGrantRoleKeyMutation,
  useListRoleWrapsQuery,
  useGetDocumentsQuery,
  useListDocumentsQuery,
  useDeleteContactMutation,
  useListContactsQuery,
  useListSavedFiltersQuery,
  useListTasksQuery,
  useGetFileBundleQuery,
  useFinaliseUploadMutation,
  useCreateUploadSessionMutation,
  useGetThumbnailBundleQuery,
  useAddFileWrapsMutation,
  useGetBlobQuery,
  usePutBlobPartMutation,
  useSearchAnalyticsQuery,
  useListAccountAuditLogsQuery,
  useListMyAuditLogsQuery,
  useGetAuditProofsQuery,
  useListSuspiciousActivitiesQuery,
  useListEmailsQuery,
  useSendEmailMutation,
  useSendBulkEmailMutation,
  useSendCustomEmailMutation,
} = injectedRtkApi;
