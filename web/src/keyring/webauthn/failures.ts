/**
 * Why a ceremony came to nothing: the codes of the protocol's own client, and the words of the specification.
 *
 * Browsers say little, so that no page learns what is on an authenticator; the options say the rest.
 */
import { CallFailed, failureOf } from "../../api/failure";
import { CEREMONY } from "../../i18n/fixedTexts";

export const ABORTED = "ERROR_CEREMONY_ABORTED";
export const DISMISSED = "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY";
const AUTH_CANCELLED = "AUTH_CANCELLED";

export type OfBrowser = DOMException | TypeError;

/** Answers of the server and faults of the program are passed on as they are. */
export const isOfBrowser = (reason: unknown): reason is OfBrowser => reason instanceof DOMException || reason instanceof TypeError;

export const failed = (code: string, message: string, cause: unknown) => new CallFailed({ status: 400, code, message }, { cause });

/** `localhost`, or a name with a dot in it that is no address. */
const isDomain = (host: string): boolean => host === "localhost" || /^(?!\d+(\.\d+){3}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host);

/** What both ceremonies can end with. */
export function codeOf({ name }: OfBrowser, rpId: string | undefined): string | undefined {
  switch (name) {
    case "AbortError":
      return ABORTED;
    case "NotAllowedError":
      return DISMISSED;
    case "SecurityError":
      if (!isDomain(location.hostname)) return "ERROR_INVALID_DOMAIN";
      return rpId !== location.hostname ? "ERROR_INVALID_RP_ID" : undefined;
    case "UnknownError":
      return "ERROR_AUTHENTICATOR_GENERAL_ERROR";
    default:
      return undefined;
  }
}

/** Sign-in shows one text for all failures; the code tells them apart. */
export function authenticationFailure(reason: unknown, { rpId }: PublicKeyCredentialRequestOptions): unknown {
  if (!isOfBrowser(reason)) return reason;
  const code = codeOf(reason, rpId);
  return failed(code === undefined || code === DISMISSED ? AUTH_CANCELLED : code, CEREMONY.authCancelled, reason);
}

/** The prompt was closed, or another one took its place: no reason to say anything. */
export const isCancelled = (reason: unknown): boolean => [ABORTED, DISMISSED, AUTH_CANCELLED].includes(failureOf(reason).code);
