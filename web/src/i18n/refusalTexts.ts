/**
 * What is drawn of a refusal: a sentence of the app, chosen by code and reason.
 *
 * A sentence of the server's is one of these only where the specification fixes it letter by letter. Any other stays the
 * server's word, beside the sentence for its kind.
 */
import type { ApiFailure } from "../api/failure";
import { sayCode, sayReason, sayRule } from "./refusalReasons";
import type { Say } from "./say";
import { ofTheServer } from "./serverTrouble";
import { isSaidByServer, sayThrown } from "./thrownTexts";
import { wordOf, type Word } from "./word";

/** What went wrong with a one-time code: such answers belong at its field. */
export function codeFault(say: Say, code: string): string | undefined {
  switch (code) {
    case "INVALID_OTP":
      return say("otp.wrong", "This code is wrong. Check the latest email.");
    case "OTP_EXPIRED":
      return say("otp.expired", "This code has expired. Codes are valid for 5 minutes. Request a new one.");
    case "TOO_MANY_ATTEMPTS":
      return say("otp.tooMany", "Three wrong codes. Request a new one.");
    default:
      return undefined;
  }
}

/** What is wrong with a new password. */
export function newPasswordFault(say: Say, code: string): string | undefined {
  switch (code) {
    case "PASSWORD_TOO_SHORT":
      return say("refusal.passwordShort", "Password too short");
    case "PASSWORD_TOO_LONG":
      return say("refusal.passwordLong", "Password too long");
    case "PASSWORD_COMPROMISED":
      return say("refusal.passwordCommon", "This password is too common. Choose another one.");
    default:
      return undefined;
  }
}

/** A refusal as it came: its sentence may be any. */
export type Answered = Pick<ApiFailure, "status" | "code" | "reason" | "retryAfter"> & { message: string };

/** Too many in too short a time. A full list is refused with the same status, and says why. */
const isTooFast = ({ status, code, reason, retryAfter }: Answered): boolean =>
  status === 429 && (code === "RATE_LIMITED" || reason === "rate_limited" || retryAfter !== undefined);

/** The sentence that says exactly this. */
function exactly(say: Say, refusal: Answered): string | undefined {
  const { code, message, reason, retryAfter } = refusal;
  if (reason === "offline") return say("refusal.offline", "No connection. Nothing was lost.");
  return (
    ofTheServer(say, reason) ??
    codeFault(say, code) ??
    newPasswordFault(say, code) ??
    atTheDoor(say, code) ??
    ofOneself(say, code, message) ??
    sayReason(say, reason ?? code.toLowerCase()) ??
    (isTooFast(refusal)
      ? say("refusal.tooMany", "Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds: retryAfter ?? 60 })
      : undefined)
  );
}

/** What is kept of a refusal: a sentence of ours, and the server's own where ours says less. */
export function sentencesOf(say: Say, refusal: Answered): { message: string; said?: Word } {
  const { code, message, reason } = refusal;
  const known = exactly(say, refusal);
  if (known !== undefined) return { message: known };
  if (isSaidByServer(message)) return { message };
  const kind = sayCode(say, code) ?? sayCode(say, reason ?? "");
  if (!message) return { message: kind ?? "" };
  return { message: kind ?? say("refused.other", "The server refused this."), said: wordOf(message) };
}

/** What is wrong with one field. */
export const sayFieldFault = sayRule;

/** What was thrown here as well, in the language of the reader. */
export function sayRefusal(say: Say, failure: ApiFailure): string {
  return exactly(say, failure) ?? sayThrown(say, failure.message);
}

/** Refusals of a sign-in. */
function atTheDoor(say: Say, code: string): string | undefined {
  switch (code) {
    case "INVALID_EMAIL":
      return say("refusal.email", "Invalid email");
    case "INVALID_EMAIL_OR_PASSWORD":
      return say("refusal.credentials", "Invalid email or password");
    case "CODE_NOT_ENOUGH":
      return say("refusal.codeNotEnough", "A code alone is not enough here. Use your password or a passkey.");
    case "BANNED_USER":
      return say("login.banned", "You cannot sign in with this account. Contact the people who run Coffer for you.");
    case "USER_LEAVING":
      return say("refusal.leaving", "This person is being deleted and cannot sign in.");
    case "PASSKEY_NOT_FOUND":
      return say("refusal.passkeyUnknown", "We do not know this passkey. It may have been removed.");
    case "AUTHENTICATION_FAILED":
      return say("refusal.passkeyFailed", "This passkey was not accepted. Sign in another way.");
    case "CHALLENGE_NOT_FOUND":
      return say("refusal.challenge", "The request to your authenticator expired after 5 minutes. Try again.");
    default:
      return undefined;
  }
}

/** Refused changes of the user's sign-in. Two of these have no code on the wire. */
function ofOneself(say: Say, code: string, message: string): string | undefined {
  switch (code) {
    case "INVALID_PASSWORD":
      return say("refusal.password", "The password is wrong.");
    case "CREDENTIAL_ACCOUNT_NOT_FOUND":
      return say("refusal.noPassword", "You have no password yet.");
    case "FAILED_TO_VERIFY_REGISTRATION":
      return say("refusal.registration", "The authenticator's response could not be verified. Try again.");
    case "LAST_SIGN_IN_METHOD":
      return say("keys.lastSignIn", "This is your only way to sign in. Add another one first.");
    case "LAST_OWNER":
      return say("refusal.lastOwner", "You are the only owner of an account. Close it, or make someone else an owner.");
    case "LAST_KEY_HOLDER":
      return say("refusal.lastKeyHolder", "An account needs your keys, and no one else has them. Approve someone else first.");
    case "IMPERSONATED":
      return say("refusal.impersonated", "You cannot change anything while viewing as someone else.");
    default:
      if (message === "Email is the same") return say("refusal.sameEmail", "This is already your address.");
      return message === "Email already in use" ? say("refusal.emailTaken", "Another person uses this address.") : undefined;
  }
}
