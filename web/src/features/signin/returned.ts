/** What is said to somebody who comes back from a provider without being signed in. */
import { failureFallback } from "../../i18n/fixedTexts";
import type { Say } from "../../i18n/say";

/** Undefined for those who changed their mind: they know. Words of the address itself are never shown. */
export function returnedFault(say: Say, error: string): string | undefined {
  switch (error) {
    case "access_denied":
      return undefined;
    case "account_not_linked":
      return say("login.notLinked", "The provider has not confirmed that this email address is yours. Sign in another way.");
    case "email_not_found":
      return say("login.noEmail", "The provider did not tell your email address. Sign in another way.");
    case "banned":
      return say("login.banned", "This person cannot sign in. Ask whoever runs Coffer for you.");
    case "temporarily_unavailable":
      return say("login.unavailable", "The provider does not answer right now. Try again in a moment, or sign in another way.");
    default:
      return failureFallback(say, "login");
  }
}
