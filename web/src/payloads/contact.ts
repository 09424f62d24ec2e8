/** What a contact is found by, and what makes two of them one. */
import type { ContactPayload } from "./contact.generated.ts";

export type { Anniversary, ContactName, ContactPayload } from "./contact.generated.ts";

/** The words under which a contact is found. */
export function contactWords({ name, organization, title, emails, phones, addresses, notes, tags }: ContactPayload): string {
  const known = [name.full, name.nickname, name.phonetic, organization?.name, organization?.unit, title, notes, ...(tags ?? [])];
  const reached = [...(emails ?? []).map(({ address }) => address), ...(phones ?? []).map(({ number }) => number)];
  const places = (addresses ?? []).flatMap(({ street, locality, country }) => [street, locality, country]);
  return [...known, ...reached, ...places].filter(Boolean).join(" ");
}

const digits = (number: string): string => number.replace(/[^0-9+]/g, "").replace(/^00/, "+");

/** What makes two contacts one: an address, a number, or a name with a birthday (`domain.md` section 4). */
export function identities({ name, emails, phones, anniversaries }: ContactPayload): string[] {
  const birth = anniversaries?.find(({ kind }) => kind === "birth")?.date;
  return [
    ...(emails ?? []).map(({ address }) => `mail ${address.trim().toLowerCase()}`),
    ...(phones ?? []).flatMap(({ number }) => (digits(number).length > 5 ? [`phone ${digits(number)}`] : [])),
    ...(birth ? [`born ${name.full.trim().toLowerCase()} ${birth.year ?? ""}-${birth.month}-${birth.day}`] : []),
  ];
}
