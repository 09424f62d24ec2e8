/** The signed-in user's own sessions, passkeys, password, email address and name. */
import { generatedApi, type LinkedAccount, type OwnSession } from "./generated";
import { call } from "./http";

export type { LinkedAccount, OwnSession };

const selfApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listSessions: { providesTags: ["OwnSession"] },
    revokeSession: { invalidatesTags: ["OwnSession", "Audit"] },
    revokeOtherSessions: { invalidatesTags: ["OwnSession", "Audit"] },
    listSignInMethods: { providesTags: ["SignInMethod"] },
    deletePasskey: { invalidatesTags: ["Passkey", "Audit"] },
    renamePasskey: { invalidatesTags: ["Passkey", "Audit"] },
    updateUser: { invalidatesTags: ["Session", "Member", "Audit"] },
  },
});

export const {
  useListSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useListSignInMethodsQuery,
  useDeletePasskeyMutation,
  useRenamePasskeyMutation,
  useUpdateUserMutation,
} = selfApi;

/** As at the doors: passwords and codes go straight out, and the store never sees them. */
const post = (path: string, body: unknown) => call<unknown>({ path: `/api/auth/${path}`, method: "POST", body });

export const changePassword = (change: { currentPassword: string; newPassword: string }) => post("change-password", change);

export const askToChangeEmail = (newEmail: string) => post("email-otp/request-email-change", { newEmail });
export const changeEmail = (proof: { newEmail: string; otp: string }) => post("email-otp/change-email", proof);

export const addPasskey = (response: unknown, name: string) => post("passkey/verify-registration", { response, name });

/** For good. The session ends with it. */
export const deleteOneself = () => post("delete-user", {});
