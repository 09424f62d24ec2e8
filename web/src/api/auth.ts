/** Signing in and out, on the wire of the authentication protocol. */
import type { DateOrder, DateSeparator } from "../dates/days";
import { baseApi } from "./baseApi";
import { call } from "./http";

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
    sendCode: build.mutation<unknown, { email: string; type: OtpType }>({
      query: (body) => ({ url: auth("email-otp/send-verification-otp"), method: "POST", body }),
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
  useSendCodeMutation,
  useListPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
  useSignOutMutation,
} = authApi;

/**
 * Passwords and codes go straight out.
 *
 * An endpoint would keep its arguments in the store, and the store holds no secret.
 */
const post = (path: string, body: unknown) => call<unknown>({ path: auth(path), method: "POST", body });

export const signUp = (person: { name: string; email: string; password: string }) =>
  post("sign-up/email", { ...person, callbackURL: "/verify-otp" });

export const signInPassword = (login: { email: string; password: string; rememberMe: boolean }) =>
  post("sign-in/email", login);

export const signInCode = (proof: { email: string; otp: string }) => post("sign-in/email-otp", proof);
