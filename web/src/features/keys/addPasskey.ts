/** A further passkey for signing in: the part that the browser does. */
import { call } from "../../api/http";
import { THROWN } from "../../i18n/fixedTexts";

export async function addPasskey(name: string): Promise<void> {
  const { data } = await call<PublicKeyCredentialCreationOptionsJSON>({ path: "/api/auth/passkey/generate-register-options" });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(THROWN.passkeyNotAdded);
  const response = credential.toJSON() as Partial<RegistrationResponseJSON>;
  // Whatever an extension gave back stays here; it can be a secret.
  delete response.clientExtensionResults;
  await call({ path: "/api/auth/passkey/verify-registration", method: "POST", body: { response, name } });
}

/** What the browser says when the authenticator has a passkey for this person already. */
export const isKnownAlready = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === "InvalidStateError";

/** "Chrome on macOS": a name that helps to find it again, until the person gives a better one. */
export function usualName(agent: string): string {
  const browser = /Edg\//.test(agent) ? "Edge" : /Firefox\//.test(agent) ? "Firefox" : /Chrome\//.test(agent) ? "Chrome" : /Safari\//.test(agent) ? "Safari" : "";
  const system = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS" : /Windows/.test(agent) ? "Windows" : /Mac OS/.test(agent) ? "macOS" : /Linux/.test(agent) ? "Linux" : "";
  return [browser, system].filter(Boolean).join(", ");
}
