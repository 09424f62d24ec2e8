/** Email addresses, numbers and places in one line, for the conflict dialog. */
import type { Say } from "../../i18n/say";
import { addressLines } from "../../payloads/base";

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null;

/** Any member of a contact or vendor as people read it. */
export function saidInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(saidInWords).join(", ");
  if (!isEntry(value)) return String(value);
  const { address, number, full, name } = value;
  const said = [address, number, full, name].find((one) => typeof one === "string");
  if (typeof said === "string") return said;
  const lines = addressLines(value);
  return lines.length > 0 ? lines.join(", ") : Object.values(value).map(saidInWords).join(" ");
}

/** The members that contacts and vendors share; others name themselves. */
export function reachMember(say: Say, member: string): string {
  switch (member) {
    case "emails":
      return say("reach.emails", "Email addresses");
    case "phones":
      return say("reach.phones", "Phone numbers");
    case "addresses":
      return say("reach.addresses", "Addresses");
    case "notes":
      return say("documents.notes", "Notes");
    case "tags":
      return say("documents.tags", "Tags");
    default:
      return member;
  }
}
