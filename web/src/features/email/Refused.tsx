/** Why an email was not sent. These sentences come with the page: the first list does not wait for them. */
import type { ApiFailure } from "../../api/failure";
import { Why } from "../../components/Why";
import { useSay, type Say } from "../../i18n/say";

function sayReason(say: Say, reason: string | undefined): string | undefined {
  switch (reason) {
    case "mail_limit":
      return say("refused.mailLimit", "The emails that your plan allows today are used up. Send to fewer people, try again tomorrow, or change the plan.");
    case "suppressed":
      return say("refused.suppressed", "This address gets no emails from this account: emails came back, or the person does not want any.");
    case "not_configured":
      return say("email.setUp.none", "Sending emails is not set up on this server.");
    default:
      return undefined;
  }
}

export function Refused({ failure }: { failure: ApiFailure }) {
  const say = useSay();
  const known = sayReason(say, failure.reason);
  return known === undefined ? <Why {...failure} /> : <Why message={known} />;
}
