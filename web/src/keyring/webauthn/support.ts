/** What this browser can do with passkeys. */
import { CallFailed } from "../../api/failure";
import { THROWN } from "../../i18n/fixedTexts";

export const passkeysWork = (): boolean => typeof PublicKeyCredential !== "undefined" && window.isSecureContext;

/** Whether a passkey can be picked where the address is typed. */
export const canFillIn = async (): Promise<boolean> =>
  passkeysWork() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

export function demandPasskeys(): void {
  if (!passkeysWork()) throw new CallFailed({ status: 400, code: "failed_precondition", message: THROWN.noWebAuthn });
}

/** As it goes to the server. Whatever an extension gave stays here; it can be a secret. */
export function withoutExtensions<Json>(credential: PublicKeyCredential): Omit<Json, "clientExtensionResults"> {
  const json = credential.toJSON() as { clientExtensionResults?: unknown };
  delete json.clientExtensionResults;
  return json as Omit<Json, "clientExtensionResults">;
}
