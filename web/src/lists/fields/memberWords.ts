/** How the members of a kind are called, and what they say, where two people changed them. */
import type { DateSettings } from "../../dates/days";
import type { Say } from "../../i18n/say";
import type { MemberWords } from "../Conflict";
import { eachOf, type Fields } from "./field";
import { said } from "./said";
import { saidInWords } from "./unknown";

export function memberWordsOf<Payload extends object>(fields: Fields<Payload>, say: Say, dates: DateSettings): MemberWords {
  const of = (member: string) => eachOf(fields).filter((field) => field.member === member);
  return {
    name: (member) =>
      of(member)
        .map(({ label }) => label)
        .join(", ") || member,
    value: (member, value) => {
      const [first, ...more] = of(member);
      if (!first) return saidInWords(value);
      if (first.type === "flag") return value === true ? say("vendors.yes", "Yes") : say("vendors.no", "No");
      const payload = { [member]: value } as Payload;
      return more.length === 0
        ? said(first, payload, dates)
        : [first, ...more].flatMap((field) => (said(field, payload, dates) ? [`${field.label}: ${said(field, payload, dates)}`] : [])).join("\n");
    },
  };
}
