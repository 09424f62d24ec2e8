/** What the contents of several kinds of items have in common (`domain.md` section 6). Members that no schema names are kept. */
import { isRecord } from "./fit.ts";
import type { EmailAddress, PhoneNumber, PostalAddress } from "./shared.generated.ts";

export type { BasePayload, EmailAddress, ExtraField, PhoneNumber, PostalAddress, Reachable } from "./shared.generated.ts";

/** One line of an address after the other, as far as they are there. */
export function addressLines({ street, postcode, locality, region, country }: PostalAddress): string[] {
  const town = [postcode, locality].filter(Boolean).join(" ");
  return [...(street ?? "").split("\n"), [town, region].filter(Boolean).join(", "), country ?? ""].filter((line) => line.trim());
}

/** The first number is the one that a list shows and changes; without one the next takes its place. */
export function withFirstPhone(phones: readonly PhoneNumber[] = [], number: string): PhoneNumber[] {
  return number ? [{ ...phones[0], number }, ...phones.slice(1)] : phones.slice(1);
}

/** The same with the first mail address. */
export function withFirstEmail(emails: readonly EmailAddress[] = [], address: string): EmailAddress[] {
  return address ? [{ ...emails[0], address }, ...emails.slice(1)] : emails.slice(1);
}

/** The same without what was left empty: a member says something or is not there. */
export function withoutEmpty<Said extends object>(said: Said): Said {
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => tidied(name, value))) as Said;
}

function tidied(name: string, value: unknown): [string, unknown][] {
  if (typeof value === "string") return value.trim() ? [[name, value.trim()]] : [];
  if (Array.isArray(value)) {
    const entries = value.map((one: unknown) => (isRecord(one) ? withoutEmpty(one) : one)).filter(saysSomething);
    return entries.length > 0 ? [[name, entries]] : [];
  }
  if (isRecord(value)) {
    const inner = withoutEmpty(value);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  }
  return value === undefined || value === null ? [] : [[name, value]];
}

/** A label, or that it is the preferred one, says nothing about something that is not there. */
function saysSomething(one: unknown): boolean {
  if (typeof one === "string") return one.trim() !== "";
  if (!isRecord(one)) return one !== undefined && one !== null;
  return Object.keys(one).some((name) => name !== "label" && name !== "pref");
}
