/** Thrown texts in the language of the reader, and under each a second line with what to do. */
import type { ApiFailure } from "../api/failure";
import { CHANGED } from "../keyring/changedTexts";
import { CALLS, CEREMONY, THROWN, thrownMessage, type CeremonyEnd, type Thrown } from "./fixedTexts";
import type { Say } from "./say";

/** Says a thrown text in the reader's language; what has been said so already stays as it is. */
export const sayThrown = (say: Say, english: string): string => knownThrown(say, english) ?? english;

/** Recognises a thrown text by its English. */
export function knownThrown(say: Say, english: string): string | undefined {
  for (const thrown of Object.keys(THROWN) as Thrown[]) {
    const [before, after] = thrownMessage(thrown).split("{subject}");
    if (after === undefined ? english === before : english.startsWith(before ?? "")) {
      const subject = english.slice(before?.length);
      return say(`fixed.thrown.${thrown}`, thrownMessage(thrown), { subject });
    }
  }
  for (const end of Object.keys(CEREMONY) as CeremonyEnd[])
    if (english === CEREMONY[end]) return say(`fixed.ceremony.${end}`, CEREMONY[end]);
  return ofTheCalls(say, english) ?? sayChanged(say, english);
}

/** How a call ends that has no answer. */
function ofTheCalls(say: Say, english: string): string | undefined {
  switch (english) {
    case CALLS.unreadable:
      return say("refusal.unreadable", "The answer cannot be read.");
    case CALLS.unconfirmed:
      return say("refusal.unconfirmed", "Nothing was changed: it was not confirmed who is there.");
    default:
      return undefined;
  }
}

/** Sentences of the app's own, which no server's text may pass for: whoever reads them looks once more at what a click means. */
function sayChanged(say: Say, english: string): string | undefined {
  switch (english) {
    case CHANGED.approval:
      return say("changed.approval", "What this approval means has changed. Look at it again.");
    case CHANGED.roleChange:
      return say("changed.roleChange", "What this role change means has changed. Look at it again.");
    default:
      return undefined;
  }
}

/** What one may be refused access to, as the specification's sentence names it. */
const RESOURCES = new Set([
  "account", "billing", "member", "role", "invitation", "key", "contact", "vendor", "document", "profile", "task", "topic", "status",
  "savedFilter", "email", "audit", "security", "analytics", "user", "session",
]);

/** Fixed letter by letter, and said by the server: with nothing in it that is not fixed as well. */
export function isSaidByServer(english: string): boolean {
  const [denied = "", failed = ""] = [THROWN.notAllowed, THROWN.unknown].map((text) => text.replace(/[XN]$/, ""));
  if (english.startsWith(denied)) return RESOURCES.has(english.slice(denied.length));
  if (english.startsWith(failed)) return /^\d{3}$/.test(english.slice(failed.length));
  return Object.values<string>(THROWN).includes(english) || Object.values<string>(CEREMONY).includes(english);
}

/** What to do about it, where that is not plain from the text itself. */
export function whatToDo(say: Say, { thrown, message }: Pick<ApiFailure, "thrown" | "message">): string | undefined {
  switch (thrown ?? message) {
    case THROWN.loggedOut:
      return say("todo.loggedOut", "Sign in again, then carry on.");
    case THROWN.passkeyNotAdded:
      return say("todo.passkeyNotAdded", "Try again, or choose a pass-phrase.");
    case THROWN.passkeyNotListed:
      return say("todo.passkeyNotListed", "The passkey was created. Reload the page to use it.");
    case THROWN.deviceNotAttached:
      return say("todo.deviceNotAttached", "Coffer tries again next time.");
    case THROWN.deviceNotRegistered:
      return say("todo.deviceNotRegistered", "Set up this browser under Keys & devices.");
    case THROWN.noWebAuthn:
      return say("todo.noWebAuthn", "Choose a pass-phrase, or open Coffer in another browser.");
    case THROWN.noFocus:
      return say("todo.noFocus", "Click the page and try again.");
    case THROWN.cancelled:
      return say("todo.cancelled", "Try again, or choose a pass-phrase.");
    case CEREMONY.previouslyRegistered:
      return say("todo.previouslyRegistered", "You already have a passkey on this authenticator. Use another one.");
    case CEREMONY.registrationCancelled:
      return say("todo.registrationCancelled", "Nothing was added. Try again when you are ready.");
    case CEREMONY.authCancelled:
      return say("todo.authCancelled", "Try again, or sign in another way.");
    case THROWN.noPrf:
      return say("todo.noPrf", "This passkey can sign you in but not unlock. Choose a pass-phrase as well.");
    case THROWN.noPassphrase:
      return say("todo.noPassphrase", "Enter the pass-phrase of this browser.");
    case THROWN.wrongRecoveryKey:
      return say("todo.wrongRecoveryKey", "This key belongs to another account or was replaced by a newer one.");
    case THROWN.recoveryFormat:
      return say("todo.recoveryFormat", "A recovery key has a dot before its last characters. Paste the whole line.");
    case THROWN.recoveryChecksum:
      return say("todo.recoveryChecksum", "One character is wrong. Compare it with your file.");
    default:
      return undefined;
  }
}
