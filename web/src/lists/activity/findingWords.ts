/** A finding in plain words: what happened, what it may mean, and what was done at once. */
import type { SuspiciousActivity } from "../../api/security";
import { regionName } from "../../i18n/displayNames";
import type { Say } from "../../i18n/say";

export interface FindingWords {
  title: string;
  text: string;
}

/** `language` is the one in which countries are named. */
export function findingWords(say: Say, { summaryKey, params }: SuspiciousActivity, language: string): FindingWords {
  const count = Number(params["count"] ?? 0);
  const minutes = Number(params["minutes"] ?? 0);
  const browser = params["browser"] ?? say("security.someBrowser", "an unknown browser");
  switch (summaryKey) {
    case "otpBruteForce":
      return {
        title: say("security.otp", "Someone is guessing codes"),
        text: say("security.otpWhat", "{count, plural, one {# wrong code} other {# wrong codes}} within {minutes} minutes.", {
          count,
          minutes,
        }),
      };
    case "passwordBruteForce":
      return {
        title: say("security.password", "Someone is guessing a password"),
        text: say("security.passwordWhat", "{count, plural, one {# failed sign-in} other {# failed sign-ins}} within {minutes} minutes.", {
          count,
          minutes,
        }),
      };
    case "successAfterFailures":
      return {
        title: say("security.success", "A sign-in after failed attempts"),
        text: say("security.successWhat", "From a network that was never used before, after {count, plural, one {# failed attempt} other {# failed attempts}}: {browser}.", {
          count,
          browser,
        }),
      };
    case "newDevice":
      return {
        title: say("security.device", "A sign-in from a new device"),
        text: say("security.deviceWhat", "From a browser that was never used before: {browser}.", { browser }),
      };
    case "impossibleTravel":
      return {
        title: say("security.travel", "Two sign-ins too far apart"),
        text: say("security.travelWhat", "{from}, then {to} {minutes, plural, one {# minute} other {# minutes}} later: {kilometres} km.", {
          from: country(say, params["from"], language),
          to: country(say, params["country"], language),
          minutes,
          kilometres: Number(params["kilometres"] ?? 0),
        }),
      };
    case "clonedPasskey":
      return {
        title: say("security.passkey", "A passkey may have been copied"),
        text: say("security.passkeyWhat", "Its counter went backwards."),
      };
    case "sessionReuse":
      return reused(say, params, language);
    case "dormantReturn":
      return {
        title: say("security.dormant", "A sign-in after a long time"),
        text: say("security.dormantWhat", "After {days, plural, one {# day} other {# days}}, from a browser that was never used before: {browser}.", {
          days: Number(params["days"] ?? 0),
          browser,
        }),
      };
    case "impersonation":
      return {
        title: say("security.support", "Support viewed the app"),
        text: say("security.supportWhat", "Support viewed the app as this member. They could not read content or change anything."),
      };
    default:
      return {
        title: say("security.other", "Something unusual"),
        text: say("security.otherWhat", "See the entries for details."),
      };
  }
}

function reused(say: Say, params: SuspiciousActivity["params"], language: string): FindingWords {
  const title = say("security.session", "A session may have been copied");
  if (params["kind"] !== "countries") return { title, text: say("security.sessionEnded", "Someone used it after it had ended.") };
  const named = (params["countries"] ?? "").split(", ").map((code) => country(say, code, language));
  return {
    title,
    text: say("security.sessionCountries", "It was used in two countries within {minutes} minutes: {countries}.", {
      minutes: Number(params["minutes"] ?? 0),
      countries: new Intl.ListFormat(language).format(named),
    }),
  };
}

function country(say: Say, code: string | undefined, language: string): string {
  if (code && /^[A-Z]{2}$/.test(code)) return regionName(code, language);
  return say("security.someCountry", "an unknown country");
}

/** What was done about it by itself, one sentence each; mails and notes to others say nothing to the reader. */
export function responseWords(say: Say, response: SuspiciousActivity["response"]): string[] {
  return response.flatMap((kind) => {
    switch (kind) {
      case "codesOff":
        return [say("security.done.codesOff", "Sign-in with codes was turned off for an hour in new browsers.")];
      case "delay":
        return [say("security.done.delay", "New browsers have to wait between two attempts.")];
      case "stepUp":
        return [say("security.done.stepUp", "That session has to confirm its identity before it gets keys.")];
      case "passkeyOff":
        return [say("security.done.passkeyOff", "The passkey no longer works.")];
      case "endSession":
        return [say("security.done.endSession", "The session was ended.")];
      case "tellOwners":
        return [say("security.done.tellOwners", "The owners were told.")];
      default:
        return [];
    }
  });
}
