/** Refusals of the platform in the language of the reader. */
import type { ApiFailure } from "../../api/failure";
import { sayRefusal } from "../../i18n/refusalTexts";
import type { Say } from "../../i18n/say";

export function sayPlatformRefusal(say: Say, failure: ApiFailure): string {
  switch (failure.code) {
    case "SELF":
      return say("platform.self", "You cannot do this to yourself.");
    case "TARGET_IS_ADMIN":
      return say("platform.targetIsAdmin", "This person is a platform administrator. Remove that role first.");
    case "USER_NOT_FOUND":
      return say("platform.gone", "This person no longer exists.");
    case "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL":
      return say("platform.known", "Another person already uses this address.");
    case "LAST_OWNER":
      return say("platform.lastOwner", "They are the only owner of an account. Close that account or add another owner first.");
    case "NOT_ALLOWED":
      return say("platform.forbidden", "You are no longer a platform administrator.");
    default:
      return sayRefusal(say, failure);
  }
}
