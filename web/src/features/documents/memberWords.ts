/** The values of a document as text, for the conflict dialog. */
import { formatDay, type DateSettings } from "../../dates/days";
import type { Say } from "../../i18n/say";
import type { MemberWords } from "../../lists/Conflict";
import { categoryWord, daysBeforeWord } from "./words";

export function memberWords(say: Say, dates: DateSettings, named: readonly { id: string; name: string }[]): MemberWords {
  function value(member: string, said: unknown): string {
    if (member === "remindDays" && typeof said === "number") return daysBeforeWord(say, said);
    if (Array.isArray(said)) return said.map((one) => value(member, one)).join(", ");
    if (typeof said !== "string") return JSON.stringify(said);
    if (member === "topicIds" || member === "profileIds") return named.find(({ id }) => id === said)?.name ?? say("lock.locked", "Locked");
    if (member === "category") return categoryWord(say, said);
    return /On$/.test(member) && /^\d{4}-\d{2}-\d{2}$/.test(said) ? formatDay(said, dates) : said;
  }
  return { name: (member) => nameOf(say, member), value };
}

/** What newer versions of the app write has no word here yet, and is still shown. */
function nameOf(say: Say, member: string): string {
  switch (member) {
    case "title":
      return say("documents.titleField", "Title");
    case "expiresOn":
      return say("documents.expires", "Expires");
    case "remindDays":
      return say("documents.remind", "Remind before");
    case "category":
      return say("documents.category", "Category");
    case "number":
      return say("documents.number", "Number");
    case "issuer":
      return say("documents.issuer", "Issued by");
    case "issuedOn":
      return say("documents.issuedOn", "Issued on");
    case "notes":
      return say("documents.notes", "Notes");
    case "topicIds":
      return say("settings.topics", "Topics");
    case "profileIds":
      return say("nav.profiles", "Profiles");
    case "tags":
      return say("documents.tags", "Tags");
    default:
      return member;
  }
}
