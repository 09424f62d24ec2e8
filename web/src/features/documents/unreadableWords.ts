/** The words for a file that does not open. */
import { failureOf } from "../../api/failure";
import { lostFile } from "../../i18n/serverTrouble";
import type { Say } from "../../i18n/say";
import { isBeingChecked, unreadableBy } from "../../keyring/unreadable";

/** Why a file was not saved; a disk that is full says so itself. */
export function whyNotSaved(say: Say, reason: unknown): string {
  if (reason instanceof DOMException) return failureOf(reason).message;
  if (isBeingChecked(reason)) return say("proving.stillChecking", "This is still being checked. Nothing was saved. Try again in a moment.");
  switch (unreadableBy(reason)) {
    case "unreachable":
      return say("preview.unreachable", "This file could not be reached. Nothing was saved. Try again when you are connected.");
    case "sealed":
      return say("preview.sealed", "This device has no key for this file.");
    case "refused":
      return failureOf(reason).message;
    case "lost":
      return lostFile(say);
    case "damaged":
      return say("preview.broken", "This file is damaged");
  }
}
