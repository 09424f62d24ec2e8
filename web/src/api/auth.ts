/** Signing in and out, on the wire of the authentication protocol. */
import type { DateOrder, DateSeparator } from "../dates/days";
import { baseApi } from "./baseApi";

export interface User {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  role: string;
}

export interface PlanUsage {
  seats: number;
  storageBytes: number;
  profiles: number;
}

export interface Account {
  id: string;
  displayName: string;
  state: string;
  users: { id: string; email: string; name: string; role: string }[];
  dateFormat: DateOrder;
  dateInputFormat: DateOrder;
  dateSeparator: DateSeparator;
  language: string;
  zone: string;
  disclosure: { taskDates: boolean; documentExpiry: boolean; assignees: boolean };
  plan: { id: string; limits: Record<string, number | null>; usage: Record<string, number>; trialEndsAt?: string } | null;
  roleId: string;
  version: number;
}

export interface SessionInfo {
  user: User;
  session: { id: string; userId: string; accountId: string | null; createdAt: string; expiresAt: string };
  account: Account | null;
  redirect: string | null;
}

export interface Passkey {
  id: string;
  name: string | null;
  credentialID: string;
  createdAt: string;
}

type OtpType = "sign-in" | "email-verification" | "forget-password";

const auth = (path: string) => `/api/auth/${path}`;

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionInfo | null, void>({
      query: () => auth("get-session"),
      providesTags: ["Session"],
    }),
    signUp: build.mutation<unknown, { name: string; email: string; password: string }>({
      query: (body) => ({ url: auth("sign-up/email"), method: "POST", body: { ...body, callbackURL: "/verify-otp" } }),
    }),
    signInPassword: build.mutation<unknown, { email: string; password: string; rememberMe: boolean }>({
      query: (body) => ({ url: auth("sign-in/email"), method: "POST", body }),
    }),
    sendCode: build.mutation<unknown, { email: string; type: OtpType }>({
      query: (body) => ({ url: auth("email-otp/send-verification-otp"), method: "POST", body }),
    }),
    signInCode: build.mutation<unknown, { email: string; otp: string }>({
      query: (body) => ({ url: auth("sign-in/email-otp"), method: "POST", body }),
    }),
    signInSocial: build.mutation<{ url?: string; redirect: boolean }, { provider: "google" | "microsoft" }>({
      query: (body) => ({ url: auth("sign-in/social"), method: "POST", body: { ...body, callbackURL: "/dashboard" } }),
    }),
    passkeyOptions: build.mutation<PublicKeyCredentialRequestOptionsJSON, void>({
      query: () => ({ url: auth("passkey/generate-authenticate-options"), method: "POST", body: {} }),
    }),
    signInPasskey: build.mutation<unknown, { response: AuthenticationResponseJSON }>({
      query: (body) => ({ url: auth("passkey/verify-authentication"), method: "POST", body }),
    }),
    listPasskeys: build.query<Passkey[], void>({
      query: () => auth("passkey/list-user-passkeys"),
      providesTags: ["Passkey"],
      transformResponse: (passkeys: Passkey[]) =>
        [...passkeys].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    }),
    removePasskey: build.mutation<unknown, { id: string }>({
      query: (body) => ({ url: auth("passkey/delete-passkey"), method: "POST", body }),
      invalidatesTags: ["Passkey"],
    }),
    renamePasskey: build.mutation<unknown, { id: string; name: string }>({
      query: (body) => ({ url: auth("passkey/update-passkey"), method: "POST", body }),
      invalidatesTags: ["Passkey"],
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ({ url: auth("sign-out"), method: "POST", body: {} }),
    }),
  }),
});

export const {
  useGetSessionQuery,
  useSignUpMutation,
  useSignInPasswordMutation,
  useSendCodeMutation,
  useSignInCodeMutation,
  useSignInSocialMutation,
  usePasskeyOptionsMutation,
  useSignInPasskeyMutation,
  useListPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
  useSignOutMutation,
} = authApi;
