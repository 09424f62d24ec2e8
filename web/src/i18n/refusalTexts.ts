/** Refusals of the door in the language of the reader; the server says them in English. */
import type { ApiFailure } from "../api/failure";
import type { Say } from "./say";
import { sayThrown } from "./thrownTexts";

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

export function sayRefusal(say: Say, failure: ApiFailure): string {
  const { code, message, status, reason, retryAfter } = failure;
  if (reason === "offline") return say("refusal.offline", "No connection. Nothing was lost.");
  if (status === 429)
    return say("refusal.tooMany", "Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
      seconds: retryAfter ?? 60,
    });
  return codeFault(say, code) ?? newPasswordFault(say, code) ?? atTheDoor(say, code) ?? ofOneself(say, code, message) ?? sayThrown(say, message);
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
