/** Whom an email can be written to: what this device has opened about them. */
import { itemsOf, type ReachedKind } from "../../app/kindItems";
import type { Reached } from "../../lists/kinds/card";

export type Source = ReachedKind | "member" | "typed";

/** Its decoder has judged what it opens, so that contents of a kind are what the kind takes. */
interface Reaching {
  reached: (payload: unknown) => Reached;
}

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

/** An item by its opened contents. */
export function ofItem(kind: ReachedKind, id: string, payload: unknown): Addressee {
  const { name, firstName = firstWord(name), organization, emails, tags = [] } = (itemsOf(kind) as unknown as Reaching).reached(payload);
  return { source: kind, id, name, firstName, organization, addresses: addressesOf(emails), tags };
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
