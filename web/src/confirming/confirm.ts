/** Proving again who is there, as a few acts ask for. The proof goes straight out and is kept nowhere. */
import { failureOf, type ApiFailure } from "../api/failure";
import { call } from "../api/http";

const REASONS = ["step_up_required", "STEP_UP_REQUIRED", "SESSION_NOT_FRESH"];

/** The server would do it, if it knew that the person is still the one who signed in. */
export const asksWhoIsThere = ({ code, reason }: ApiFailure): boolean =>
  REASONS.includes(code) || (reason !== undefined && REASONS.includes(reason));

export const passkeysWork = (): boolean => typeof PublicKeyCredential !== "undefined" && window.isSecureContext;

const confirm = (proof: { password: string } | { otp: string } | { response: unknown }) =>
  call({ path: "/api/auth/confirm", method: "POST", body: proof });

export const confirmByPassword = (password: string) => confirm({ password });
export const confirmByCode = (otp: string) => confirm({ otp });

export async function confirmByPasskey(): Promise<void> {
  const { data } = await call<PublicKeyCredentialRequestOptionsJSON>({
    path: "/api/auth/passkey/generate-authenticate-options",
    method: "POST",
    body: {},
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No credential", "NotAllowedError");
  const response = credential.toJSON() as Partial<AuthenticationResponseJSON>;
  // Whatever an extension gave back stays here; it can be a secret.
  delete response.clientExtensionResults;
  await confirm({ response });
}

/** The prompt was closed: no reason to say anything. */
export const isCancelled = (reason: unknown): boolean =>
  reason instanceof DOMException && (reason.name === "NotAllowedError" || reason.name === "AbortError");

/** A failure in words for whoever tried to prove it. */
export const proofFault = (reason: unknown): string | undefined =>
  isCancelled(reason) ? undefined : failureOf(reason).message;
