/** Why no passkey was made; the rest of what can be said about ceremonies stands with those that sign. */
import { CEREMONY, THROWN } from "../../i18n/fixedTexts";
import { ABORTED, codeOf, DISMISSED, failed, isOfBrowser, type OfBrowser } from "./failures";

const KNOWN = "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";

export function registrationFailure(reason: unknown, options: PublicKeyCredentialCreationOptions): unknown {
  if (!isOfBrowser(reason)) return reason;
  const code = codeOf(reason, options.rp.id) ?? codeOfMaking(reason, options);
  switch (code) {
    case undefined:
      return reason;
    case ABORTED:
      return failed(code, CEREMONY.registrationCancelled, reason);
    case KNOWN:
      return failed(code, CEREMONY.previouslyRegistered, reason);
    case DISMISSED:
      return failed(code, THROWN.cancelled, reason);
    default:
      // What the browser says itself is in its own language, or in English.
      return failed(code, THROWN.passkeyNotAdded, reason);
  }
}

function codeOfMaking({ name }: OfBrowser, { user, authenticatorSelection: asked }: PublicKeyCredentialCreationOptions): string | undefined {
  switch (name) {
    case "InvalidStateError":
      return KNOWN;
    case "NotSupportedError":
      return "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG";
    case "ConstraintError":
      if (asked?.requireResidentKey) return "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT";
      return asked?.userVerification === "required" ? "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT" : undefined;
    case "TypeError":
      return user.id.byteLength < 1 || user.id.byteLength > 64 ? "ERROR_INVALID_USER_ID_LENGTH" : undefined;
    default:
      return undefined;
  }
}
