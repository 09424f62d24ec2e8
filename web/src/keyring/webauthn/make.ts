/** Making a passkey: the part that the browser does. The server knows it when the answer is sent there. */
import { CallFailed } from "../../api/failure";
import { call } from "../../api/http";
import { THROWN } from "../../i18n/fixedTexts";
import { waitForFocus } from "./focus";
import { registrationFailure } from "./registrationFailure";
import { demandPasskeys, withoutExtensions } from "./support";

export interface NewPasskey {
  response: Omit<RegistrationResponseJSON, "clientExtensionResults">;
  /** It can derive secrets (PRF), so it could also unlock a device; browsers that do not say leave it open. */
  unlocks: boolean | undefined;
}

export async function makePasskey(): Promise<NewPasskey> {
  demandPasskeys();
  const { data } = await call<PublicKeyCredentialCreationOptionsJSON>({
    path: "/api/auth/passkey/generate-register-options",
    asks: true,
  });
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(data);
  const publicKey = { ...options, extensions: { ...options.extensions, prf: {} } };
  await waitForFocus();
  try {
    const credential = await navigator.credentials.create({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) throw new CallFailed({ status: 400, code: "unknown", message: THROWN.passkeyNotAdded });
    const { prf } = credential.getClientExtensionResults();
    return { response: withoutExtensions<RegistrationResponseJSON>(credential), unlocks: prf?.enabled };
  } catch (reason) {
    throw registrationFailure(reason, publicKey);
  }
}
