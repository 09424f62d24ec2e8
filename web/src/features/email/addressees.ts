/** Whom an email can be written to: what this device has opened about them. */
import type { ContactPayload } from "../../payloads/contact";
import type { ProfilePayload } from "../../payloads/profile";
import type { VendorPayload } from "../../payloads/vendor";

export type Source = "contact" | "vendor" | "profile" | "member" | "typed";

export interface Addressee {
  source: Source;
  id: string;
  /** Empty where only an address is known. */
  name: string;
  firstName: string;
  organization: string;
  /** The preferred one first. */
  addresses: readonly string[];
  /** What one of them is found and chosen by. */
  tags: readonly string[];
}

/** Who was chosen, as a draft keeps it. */
export interface Chosen {
  source: Source;
  id: string;
  /** One of several, where it is not the preferred one. */
  address?: string | undefined;
  /** What was typed before the address. */
  name?: string | undefined;
}

export const keyOf = ({ source, id }: Pick<Chosen, "source" | "id">): string => `${source} ${id}`;

const firstWord = (name: string): string => name.trim().split(/\s+/u)[0] ?? "";

/** In the order in which they would be used. */
function addressesOf(emails: readonly { address: string; pref?: boolean }[] = []): string[] {
  const said = emails.filter(({ address }) => address.trim() !== "");
  return [...said.filter(({ pref }) => pref), ...said.filter(({ pref }) => !pref)].map(({ address }) => address.trim());
}

export const ofContact = (id: string, { kind, name, organization, emails, tags = [] }: ContactPayload): Addressee => ({
  source: "contact",
  id,
  name: name.full,
  // An organisation has no first name, and "Dear Lindqvist" to "Lindqvist & Sons" would be none.
  firstName: kind === "individual" ? name.given?.trim() || firstWord(name.full) : "",
  organization: kind === "org" ? name.full : (organization?.name ?? ""),
  addresses: addressesOf(emails),
  tags,
});

export const ofVendor = (id: string, { name, emails, tags = [] }: VendorPayload): Addressee => ({
  source: "vendor",
  id,
  name,
  firstName: "",
  organization: name,
  addresses: addressesOf(emails),
  tags,
});

/** Of the types of profiles only those of people ask for an address, and call it `email`. */
export function ofProfile(id: string, { name, values, tags = [] }: ProfilePayload): Addressee {
  const { email } = values;
  return {
    source: "profile",
    id,
    name,
    firstName: firstWord(name),
    organization: "",
    addresses: typeof email === "string" && email.trim() ? [email.trim()] : [],
    tags,
  };
}

export const ofMember = (id: string, name: string, email: string): Addressee => ({
  source: "member",
  id,
  name,
  firstName: firstWord(name),
  organization: "",
  addresses: email ? [email] : [],
  tags: [],
});

export const ofTyped = ({ id, name = "" }: Pick<Chosen, "id" | "name">): Addressee => ({
  source: "typed",
  id,
  name,
  firstName: firstWord(name),
  organization: "",
  addresses: [id],
  tags: [],
});
