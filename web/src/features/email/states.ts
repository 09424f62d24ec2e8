/** The states of an email, in words. */
import type { SentEmail } from "../../api/emails";
import type { Tone } from "../../components/Marks";
import type { Say } from "../../i18n/say";

export type State = SentEmail["state"];

/** Until then it may still be cancelled, and more may become of it. */
export const isWaiting = (state: State): boolean => state === "queued" || state === "deferred";

export function stateWord(say: Say, state: State): string {
  switch (state) {
    case "queued":
      return say("email.state.queued", "Queued");
    case "deferred":
      return say("email.state.deferred", "Trying again");
    case "sent":
      return say("email.state.sent", "Sent");
    case "delivered":
      return say("email.state.delivered", "Delivered");
    case "bounced":
      return say("email.state.bounced", "Came back");
    case "complained":
      return say("email.state.complained", "Marked as spam");
    case "failed":
      return say("email.state.failed", "Not sent");
    case "suppressed":
      return say("email.state.suppressed", "Gets no emails");
    case "cancelled":
      return say("email.state.cancelled", "Cancelled");
  }
}

const TONES: Readonly<Record<State, Tone>> = {
  queued: "info",
  deferred: "warn",
  sent: "ok",
  delivered: "ok",
  bounced: "bad",
  complained: "bad",
  failed: "bad",
  suppressed: "warn",
  cancelled: "neutral",
};

export const toneOf = (state: State): Tone => TONES[state];

/** Why an address gets none, where the answer is one of the reasons that Coffer keeps; else it is what the provider said. */
export function suppressedWord(say: Say, code: string): string | undefined {
  switch (code) {
    case "bounced":
      return say("email.why.bounced", "Emails to this address came back.");
    case "complained":
      return say("email.why.complained", "An email to this address was marked as spam.");
    case "unsubscribed":
      return say("email.why.unsubscribed", "This person unsubscribed from your account.");
    default:
      return undefined;
  }
}

export function templateWord(say: Say, template: string): string {
  switch (template) {
    case "note":
      return say("email.template.note", "Message");
    case "document_request":
      return say("email.template.documents", "Request for documents");
    case "reminder":
      return say("email.template.reminder", "Reminder");
    default:
      return say("email.template.own", "Your own words");
  }
}
