/** What a field says in one line: for the details, for a conflict, and for a table that leaves the app. */
import { formatDay, type DateSettings } from "../../dates/days";
import type { Say } from "../../i18n/say";
import type { MemberWords } from "../../items/Conflict";
import { eachOf, type Field, type Fields } from "./field";
import { saidInWords } from "./unknown";

/** Empty where the contents say nothing about it; of a flag its label. */
export function said<Payload>(field: Field<Payload>, payload: Payload, dates: DateSettings): string {
  switch (field.type) {
    case "text":
      return field.read(payload);
    case "tags":
      return field.read(payload).join(", ");
    case "flag":
      return field.read(payload) ? field.label : "";
    case "choice": {
      const chosen = field.read(payload);
      return field.options.find(({ value }) => value === chosen)?.label ?? chosen ?? "";
    }
    case "day": {
      const day = field.read(payload);
      return field.written?.(payload, dates) ?? (day === null ? "" : formatDay(day, dates));
    }
    case "part":
      return field.said(payload, dates);
  }
}

/** How the members of a kind are called, and what they say.  */
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
