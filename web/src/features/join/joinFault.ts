/** The text for a failed join. */
import type { JoinOutcome } from "../../api/accounts";
import { sayReason } from "../../i18n/refusalReasons";
import type { Say } from "../../i18n/say";

export function joinFault(say: Say, outcome: JoinOutcome | undefined): string {
  switch (outcome?.error?.reason) {
    case "seat_limit":
      return say("join.seats", "The account has no free seat. Ask the person who invited you.");
    case "invite_expired":
      return say("join.ended", "This invitation is no longer valid. Ask for a new one.");
    case "email_unverified":
      return say("join.unverified", "Verify your email address first: sign in with a verification code.");
    default:
      return sayReason(say, outcome?.error?.reason ?? "") ?? say("join.ended", "This invitation is no longer valid. Ask for a new one.");
  }
}
