/** The contacts of a file, told apart by what this account has already and by one another. */
import { newId } from "../../api/ids";
import { identities, type ContactPayload } from "../../payloads/contact";

/** One contact of a file, under the id that it will have. */
export interface Incoming {
  id: string;
  contact: ContactPayload;
}

export interface Known {
  id: string;
  contact: ContactPayload;
}

export interface SortedOut {
  fresh: Incoming[];
  /** A similar contact already exists. */
  here: Incoming[];
  /** A similar contact is earlier in the same file. */
  again: Incoming[];
}

export const incoming = (contacts: readonly ContactPayload[]): Incoming[] => contacts.map((contact) => ({ id: newId(), contact }));

/** What has arrived from the file itself is no news about it, so that nothing changes sides while it is imported. */
export function sortOut(entries: readonly Incoming[], known: readonly Known[]): SortedOut {
  const own = new Set(entries.map(({ id }) => id));
  const before = new Set(known.flatMap(({ id, contact }) => (own.has(id) ? [] : identities(contact))));
  const above = new Set<string>();
  const sorted: SortedOut = { fresh: [], here: [], again: [] };
  for (const entry of entries) {
    const is = identities(entry.contact);
    const place = is.some((one) => before.has(one)) ? "here" : is.some((one) => above.has(one)) ? "again" : "fresh";
    sorted[place].push(entry);
    for (const one of is) above.add(one);
  }
  return sorted;
}
