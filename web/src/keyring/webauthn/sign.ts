/** Signing with a passkey: the part that the browser does, between two calls of the server. */
import { call } from "../../api/http";
import { authenticationFailure } from "./failures";
import { waitForFocus } from "./focus";
import { demandPasskeys, withoutExtensions } from "./support";

export type Signed = Omit<AuthenticationResponseJSON, "clientExtensionResults">;

interface Prompt {
  mediation?: CredentialMediationRequirement;
  signal?: AbortSignal;
}

/** Asks for a signature over a challenge of the server. One that waits inside a field needs no focus. */
export async function signWithPasskey(prompt: Prompt = {}): Promise<Signed> {
  demandPasskeys();
  const { data } = await call<PublicKeyCredentialRequestOptionsJSON>({
    path: "/api/auth/passkey/generate-authenticate-options",
    method: "POST",
    reads: true,
    body: {},
    ...(prompt.signal ? { signal: prompt.signal } : {}),
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
  if (prompt.mediation !== "conditional") await waitForFocus();
  try {
    const credential = await navigator.credentials.get({ publicKey, ...prompt });
    if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No credential", "NotAllowedError");
    return withoutExtensions<AuthenticationResponseJSON>(credential);
  } catch (reason) {
    throw authenticationFailure(reason, publicKey);
  }
}
