/** Signing in with a passkey: the signature of the authenticator, taken to the server. */
import { call } from "../../api/http";
import type { Signed } from "../../keyring/webauthn/sign";

export const enterWithPasskey = (response: Signed) =>
  call({ path: "/api/auth/passkey/verify-authentication", method: "POST", body: { response } });
