/**
 * Texts that the specification fixes letter by letter.
 *
 * The English is the contract; people see the translation.
 */
import type { Say } from "./say";

/** Titles of failed acts, with the sentence shown when the server says nothing. */
export const FAILURES = {
  registration: { title: "Registration Failed", fallback: "Unable to register" },
  login: { title: "Login Failed", fallback: "Unable to login" },
  sendSignInOtp: { title: "Send Sign In OTP Failed", fallback: undefined },
  emailVerification: { title: "Email Verification Failed", fallback: "Unable to verify email" },
  passkeySignIn: { title: "Passkey Sign In Failed", fallback: undefined },
  signIn: { title: "Sign In Failed", fallback: undefined },
  sendEmail: { title: "Failed to Send Email", fallback: undefined },
  passwordReset: { title: "Password Reset Failed", fallback: undefined },
  invitation: { title: "Invitation Failed", fallback: undefined },
  update: { title: "Update failed", fallback: undefined },
  accountSwitch: { title: "Account Switch Failed", fallback: "Unable to switch accounts. Please try again." },
} as const;

export const SUCCESSES = {
  invited: { title: "User Invited", detail: undefined },
  language: { title: "Updated", detail: "Language updated" },
  dates: { title: "Updated", detail: "Date settings updated" },
} as const;

/** What the app itself throws. `X` and `N` stand for what differs. */
export const THROWN = {
  loggedOut: "You must be logged in.",
  passkeyNotAdded: "Failed to add passkey",
  passkeyNotListed: "Passkey created but could not fetch list to resolve credential ID",
  deviceNotAttached: "Failed to attach device key",
  deviceNotRegistered: "Device key not registered",
  noUser: "User ID not found",
  noAccount: "Account not found",
  noBundle: "Role key bundle missing for role X",
  noWebAuthn: "WebAuthn is not supported in this browser",
  noFocus: "WebAuthn prompt requires the tab to be focused.",
  cancelled: "User cancelled authenticator prompt.",
  noPrf: "PRF result missing from authenticator.",
  noPassphrase: "Pass-phrase required to unlock key.",
  wrongRecoveryKey: "Invalid recovery key.",
  recoveryFormat: "Invalid recovery key format.",
  recoveryChecksum: "Invalid recovery key (checksum).",
  notAllowed: "You are not allowed to access resource: X",
  notAuthorized: "Not authorized",
  unknown: "request failed: status N",
} as const;

/** How a call ends that the server has not answered, or not in a form that can be read. */
export const CALLS = {
  offline: "No connection. Nothing was lost.",
  unreadable: "The answer cannot be read.",
  unconfirmed: "Nothing was changed: it was not confirmed who is there.",
} as const;

/** What a ceremony of the authenticator ends with, in the words of the protocol's own client. */
export const CEREMONY = {
  previouslyRegistered: "Previously registered",
  registrationCancelled: "Registration cancelled",
  authCancelled: "Auth cancelled",
} as const;

export type Failure = keyof typeof FAILURES;
export type Success = keyof typeof SUCCESSES;
export type Thrown = keyof typeof THROWN;
export type CeremonyEnd = keyof typeof CEREMONY;

export const failureTitle = (say: Say, failure: Failure): string =>
  say(`fixed.failure.${failure}`, FAILURES[failure].title);

export function failureFallback(say: Say, failure: Failure): string | undefined {
  const { fallback } = FAILURES[failure];
  return fallback && say(`fixed.fallback.${failure}`, fallback);
}

export const successTitle = (say: Say, success: Success): string =>
  say(`fixed.success.${success}`, SUCCESSES[success].title);

export function successDetail(say: Say, success: Success): string | undefined {
  const { detail } = SUCCESSES[success];
  return detail && say(`fixed.detail.${success}`, detail);
}

/** The ICU form of a thrown text, in which what differs has a name. */
export const thrownMessage = (thrown: Thrown): string => THROWN[thrown].replace(/\b[XN]$/, "{subject}");
