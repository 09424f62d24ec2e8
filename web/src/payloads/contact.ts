/** What a contact says: a person or an organisation. */
import type { BasePayload, Reachable } from "./base.ts";

export interface ContactName {
  full: string;
  given?: string;
  additional?: string;
  surname?: string;
  prefix?: string;
  suffix?: string;
  nickname?: string;
  phonetic?: string;
}

/** A day that comes again, whose year may not be known. */
export interface Anniversary {
  kind: "birth" | "death" | "wedding" | "other";
  date: { year?: number; month: number; day: number };
  label?: string;
}

export interface ContactPayload extends BasePayload, Reachable {
  kind: "individual" | "org";
  name: ContactName;
  organization?: { name: string; unit?: string };
  title?: string;
  types?: string[];
  online?: { service: string; user?: string; uri?: string }[];
  anniversaries?: Anniversary[];
  languages?: string[];
  pronouns?: string;
  uid?: string;
}

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
