/** Signing in with a passkey: the part that the browser does. */
import { call } from "../../api/http";

export const passkeysWork = (): boolean => typeof PublicKeyCredential !== "undefined" && window.isSecureContext;

/** The prompt was closed, or another one took its place: no reason to say anything. */
export const isCancelled = (reason: unknown): boolean =>
  reason instanceof DOMException && (reason.name === "NotAllowedError" || reason.name === "AbortError");

export const canFillIn = async (): Promise<boolean> =>
  passkeysWork() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Asks the authenticator; `conditional` waits inside the e-mail field until somebody picks a passkey there. */
export async function signInWithPasskey(mediation: "optional" | "conditional", signal: AbortSignal): Promise<void> {
  const { data: options } = await call<PublicKeyCredentialRequestOptionsJSON>({
    path: "/api/auth/passkey/generate-authenticate-options",
    method: "POST",
    body: {},
    signal,
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No credential", "NotAllowedError");
  const response = credential.toJSON() as Partial<AuthenticationResponseJSON>;
  // Whatever an extension gave back stays here; it can be a secret.
  delete response.clientExtensionResults;
  await call({ path: "/api/auth/passkey/verify-authentication", method: "POST", body: { response } });
}

