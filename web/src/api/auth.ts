/** Signing in and out, on the wire of the authentication protocol. */
import { doorsApi, type CurrentSession, type Passkey as OwnPasskey, type Providers, type User as SignedIn } from "./doors.generated";
import type { AccountShape } from "./generated";
import { call } from "./http";
import { sessionAsked } from "./sessionEnd";

export type User = SignedIn;
/** Who belongs to it by the server; what they are called is the keyring's to know. */
export type Account = Omit<AccountShape, "users"> & { users: readonly Pick<AccountShape["users"][number], "id">[] };
export type Passkey = OwnPasskey;
export type Provider = Providers["data"][number];

/** The protocol leaves the account open; ours is the account of the product. */
export type SessionInfo = CurrentSession & { account: Account | null };

export const authApi = doorsApi.enhanceEndpoints({
  endpoints: {
    getSession: {
      providesTags: ["Session"],
      async onQueryStarted(_asked, { queryFulfilled }) {
        const somebodyIs = sessionAsked();
        const answer = await queryFulfilled.catch(() => null);
        if (answer?.data) somebodyIs();
      },
    },
    listPasskeys: { providesTags: ["Passkey"] },
  },
});

export const {
  useGetSessionQuery,
  useListPasskeysQuery,
  useListProvidersQuery,
  useSendCodeMutation,
  useSignOutMutation,
} = authApi;

export function useSessionQuery(options?: { refetchOnFocus?: boolean }) {
  const query = useGetSessionQuery({}, options);
  return { ...query, data: query.data as SessionInfo | null | undefined };
}

/** The newest first; the protocol lists them as they were stored. */
export const newestFirst = (passkeys: readonly Passkey[]): Passkey[] =>
  [...passkeys].sort((a, b) => b.createdAt.localeCompare(a.createdAt));

/**
 * Passwords and codes go straight out.
 *
 * An endpoint would keep its arguments in the store, and the store holds no secret.
 */
const post = (path: string, body: unknown) => call<unknown>({ path: `/api/auth/${path}`, method: "POST", body });

export const signUp = (person: { name: string; email: string; password: string }) =>
  post("sign-up/email", { ...person, callbackURL: "/verify-otp" });

export const signInPassword = (login: { email: string; password: string; rememberMe: boolean }) =>
  post("sign-in/email", login);

/** Where to go to be recognised by a provider; from there the browser comes back to `onwards`, or to the sign-in. */
export async function leaveFor(provider: Provider, onwards: string): Promise<string> {
  const { data } = await call<{ url: string }>({
    path: "/api/auth/sign-in/social",
    method: "POST",
    reads: true,
    body: { provider, callbackURL: onwards, errorCallbackURL: "/login" },
  });
  return data.url;
}

/** Requests a code to set a new password; the answer is the same for unknown addresses. */
export const askToResetPassword = (email: string) => post("email-otp/request-password-reset", { email });

/** Ends every session of the person. */
export const resetPassword = (proof: { email: string; otp: string; password: string }) => post("email-otp/reset-password", proof);

export const signInCode = (proof: { email: string; otp: string }) => post("sign-in/email-otp", proof);
