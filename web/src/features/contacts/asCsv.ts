/** Contacts as a table: one line each, what there is several of in columns beside one another. */
import { toCsv } from "../../exchange/csv";
import type { Say } from "../../i18n/say";
import { addressLines } from "../../payloads/base";
import type { ContactPayload } from "../../payloads/contact";
import { birthdayOf } from "./birthday";
import { kindWord } from "./words";

/** How many of one thing there are columns for. */
const SEVERAL = 3;

export function contactsAsCsv(contacts: readonly ContactPayload[], say: Say): string {
  const several = (name: string) => Array.from({ length: SEVERAL }, (_, at) => `${name} ${at + 1}`);
  const first = (values: readonly string[] = []) => Array.from({ length: SEVERAL }, (_, at) => values[at] ?? "");
  return toCsv([
    [
      say("documents.name", "Name"),
      say("contacts.kind", "Kind"),
      say("contacts.org", "Organisation"),
      say("contacts.role", "Role or profession"),
      ...several(say("reach.email", "Email address")),
      ...several(say("reach.phone", "Phone number")),
      ...several(say("reach.address", "Address")),
      say("contacts.birthday", "Birthday"),
      say("documents.tags", "Tags"),
      say("documents.notes", "Notes"),
    ],
    ...contacts.map((contact) => [
      contact.name.full,
      kindWord(say, contact.kind),
      contact.organization?.name ?? "",
      contact.title ?? "",
      ...first(contact.emails?.map(({ address }) => address)),
      ...first(contact.phones?.map(({ number }) => number)),
      ...first(contact.addresses?.map((address) => addressLines(address).join(", "))),
      birthdayOf(contact) ?? "",
      (contact.tags ?? []).join(", "),
      contact.notes ?? "",
    ]),
  ]);
}
