/** Refusals of the platform in the language of the reader. */
import type { ApiFailure } from "../../api/failure";
import { sayRefusal } from "../../i18n/refusalTexts";
import type { Say } from "../../i18n/say";

export function sayPlatformRefusal(say: Say, failure: ApiFailure): string {
  switch (failure.code) {
    case "SELF":
      return say("platform.self", "This cannot be done to oneself.");
    case "TARGET_IS_ADMIN":
      return say("platform.targetIsAdmin", "This person administers the platform. Take the role first.");
    case "USER_NOT_FOUND":
      return say("platform.gone", "This person is not registered any more.");
    case "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL":
      return say("platform.known", "Somebody signs in with this address already.");
    case "LAST_OWNER":
      return say("platform.lastOwner", "They are the only owner of an account. It has to be closed first, or get another owner.");
    case "NOT_ALLOWED":
      return say("platform.forbidden", "You do not administer the platform any more.");
    default:
      return sayRefusal(say, failure);
  }
}
