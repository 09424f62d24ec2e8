/**
 * Texts that the specification fixes letter by letter.
 *
 * The English is the contract; people see the translation, and under a thrown one a second line with what to do.
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

export type Failure = keyof typeof FAILURES;
export type Success = keyof typeof SUCCESSES;
export type Thrown = keyof typeof THROWN;

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

/** Recognises a thrown text by its English and says it in the reader's language. */
export function sayThrown(say: Say, english: string): string {
  for (const thrown of Object.keys(THROWN) as Thrown[]) {
    const [before, after] = thrownMessage(thrown).split("{subject}");
    if (after === undefined ? english === before : english.startsWith(before ?? "")) {
      const subject = english.slice(before?.length);
      return say(`fixed.thrown.${thrown}`, thrownMessage(thrown), { subject });
    }
  }
  return english;
}

/** What to do about it, where that is not plain from the text itself. */
export function whatToDo(say: Say, english: string): string | undefined {
  switch (english) {
    case THROWN.loggedOut:
      return say("todo.loggedOut", "Sign in again, then carry on.");
    case THROWN.passkeyNotAdded:
      return say("todo.passkeyNotAdded", "Try once more, or choose a pass-phrase.");
    case THROWN.passkeyNotListed:
      return say("todo.passkeyNotListed", "The passkey is there. Reload the page to use it.");
    case THROWN.deviceNotAttached:
      return say("todo.deviceNotAttached", "Coffer tries again next time.");
    case THROWN.deviceNotRegistered:
      return say("todo.deviceNotRegistered", "Set up this browser under Keys & devices.");
    case THROWN.noWebAuthn:
      return say("todo.noWebAuthn", "Choose a pass-phrase, or open Coffer in another browser.");
    case THROWN.noFocus:
      return say("todo.noFocus", "Click into the page and try again.");
    case THROWN.cancelled:
      return say("todo.cancelled", "Try again, or choose a pass-phrase.");
    case THROWN.noPrf:
      return say("todo.noPrf", "It can sign you in but not unlock. Choose a pass-phrase as well.");
    case THROWN.noPassphrase:
      return say("todo.noPassphrase", "Type the pass-phrase of this browser.");
    case THROWN.wrongRecoveryKey:
      return say("todo.wrongRecoveryKey", "This key belongs to another account or was replaced by a newer one.");
    case THROWN.recoveryFormat:
      return say("todo.recoveryFormat", "A recovery key has a dot before its last characters. Paste the whole line.");
    case THROWN.recoveryChecksum:
      return say("todo.recoveryChecksum", "One character differs. Compare it with your file.");
    default:
      return undefined;
  }
}
