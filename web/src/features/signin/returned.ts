/** Texts for a failed provider sign-in. */
import { failureFallback } from "../../i18n/fixedTexts";
import type { Say } from "../../i18n/say";

/** Undefined for those who changed their mind: they know. Words of the address itself are never shown. */
export function returnedFault(say: Say, error: string): string | undefined {
  switch (error) {
    case "access_denied":
      return undefined;
    case "account_not_linked":
      return say("login.notLinked", "The provider has not verified that this email address is yours. Sign in another way.");
    case "email_not_found":
      return say("login.noEmail", "The provider did not share your email address. Sign in another way.");
    case "banned":
      return say("login.banned", "You cannot sign in with this account. Contact the people who run Coffer for you.");
    case "temporarily_unavailable":
      return say("login.unavailable", "The provider is not responding. Try again in a moment, or sign in another way.");
    default:
      return failureFallback(say, "login");
  }
}
