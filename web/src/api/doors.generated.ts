import type { Word as ServersText } from "../i18n/word";
import { baseApi as api } from "./baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendCode: build.mutation<SendCodeApiResponse, SendCodeApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/email-otp/send-verification-otp`,
        method: "POST",
        body: queryArg.askForCode,
      }),
    }),
    signOut: build.mutation<SignOutApiResponse, SignOutApiArg>({
      query: () => ({ url: `/api/auth/sign-out`, method: "POST" }),
    }),
    listProviders: build.query<ListProvidersApiResponse, ListProvidersApiArg>({
      query: () => ({ url: `/api/auth/providers` }),
    }),
    getSession: build.query<GetSessionApiResponse, GetSessionApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/get-session`,
        params: {
          disableRefresh: queryArg.disableRefresh,
          disableCookieCache: queryArg.disableCookieCache,
        },
      }),
    }),
    listPasskeys: build.query<ListPasskeysApiResponse, ListPasskeysApiArg>({
      query: () => ({ url: `/api/auth/passkey/list-user-passkeys` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as doorsApi };
export type SendCodeApiResponse = unknown;
export type SendCodeApiArg = {
  askForCode: AskForCode;
};
export type SignOutApiResponse = unknown;
export type SignOutApiArg = void;
export type ListProvidersApiResponse =
  /** status 200 Request fulfilled, document follows */ Providers;
export type ListProvidersApiArg = void;
export type GetSessionApiResponse =
  /** status 200 Request fulfilled, document follows */ CurrentSession | null;
export type GetSessionApiArg = {
  disableRefresh?: string | null;
  disableCookieCache?: string | null;
};
export type ListPasskeysApiResponse =
  /** status 200 Request fulfilled, document follows */ Passkey[];
export type ListPasskeysApiArg = void;
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
export type AskForCode = {
  email: string;
  type: "sign-in" | "email-verification" | "forget-password" | "change-email";
};
export type Providers = {
  data: ("google" | "microsoft")[];
};
export type User = {
  id: string;
  name: ServersText;
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
export type CurrentSession = {
  user: User;
  session: Session;
  account: {
    [key: string]: any;
  } | null;
  redirect: string | null;
};
export type Passkey = {
  id: string;
  name: ServersText;
  credentialID: string;
  publicKey: string;
  userId: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string;
  /** UTC with milliseconds */
  createdAt: string;
  aaguid: string;
  off?: boolean;
};
export const {
  useSendCodeMutation,
  useSignOutMutation,
  useListProvidersQuery,
  useGetSessionQuery,
  useListPasskeysQuery,
} = injectedRtkApi;
