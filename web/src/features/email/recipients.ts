/** Who of those that were chosen gets the email, and who does not, and why. */
import { normalised } from "./addresses";
import { keyOf, ofTyped, type Addressee, type Chosen, type Source } from "./addressees";
import type { Placeholder, Values } from "./placeholders";
import { sayableLine } from "./sayable";

export interface Recipient {
  key: string;
  source: Source;
  id: string;
  /** As the server is told it: a member by the id, so that their address is the one they sign in with. */
  to: string;
  address: string;
  /** All that are known, of which this is one. */
  addresses: readonly string[];
  /** What they are called on the screen. */
  called: string;
  values: Values;
}

/** `missing`: nothing is known for a place in the text. `unfit`: the server takes no email with these values. */
export type Why = "closed" | "noAddress" | "wrongAddress" | "repeated" | "missing" | "unfit" | "tooLong" | "beyond" | "unproven" | "suppressed";

export interface LeftOut {
  key: string;
  /** Null where this device does not open who it is. */
  called: string | null;
  why: Why;
  /** Who gets it at the same address; the address that is none. */
  about?: string | undefined;
  place?: Placeholder | undefined;
}

export interface SortedOut {
  recipients: Recipient[];
  leftOut: LeftOut[];
}

interface Asked {
  chosen: readonly Chosen[];
  /** By their keys; somebody who is not there cannot be opened here. */
  book: ReadonlyMap<string, Addressee>;
  /** What the text has places for. */
  places: readonly Placeholder[];
  /** How many one message may have. */
  most: number;
  /** Whether what is written is too long for an email with these values. */
  isTooLong?: (values: Values) => boolean;
}

const valuesOf = ({ name, firstName, organization }: Addressee): Values => ({
  name: sayableLine(name),
  firstName: sayableLine(firstName),
  organization: sayableLine(organization),
});

/** In the order in which they were chosen: of two with one address, the first gets it. */
export function sortOut({ chosen, book, places, most, isTooLong = () => false }: Asked): SortedOut {
  const sorted: SortedOut = { recipients: [], leftOut: [] };
  const known = new Map<string, string>();
  for (const one of chosen) {
    const found = one.source === "typed" ? ofTyped(one) : book.get(keyOf(one));
    const verdict = found ? judged(one, found) : ({ called: null, why: "closed" } as const);
    if ("why" in verdict) sorted.leftOut.push({ key: keyOf(one), ...verdict });
    else sorted.recipients.push(verdict);
  }
  return sorted;

  function judged(one: Chosen, found: Addressee): Recipient | Omit<LeftOut, "key"> {
    const written = one.address !== undefined && found.addresses.includes(one.address) ? one.address : found.addresses[0];
    const called = found.name || (written ?? "");
    if (written === undefined) return { called, why: "noAddress" };
    const address = normalised(written);
    if (address === null) return { called, why: "wrongAddress", about: written };
    const first = known.get(address);
    if (first !== undefined) return { called, why: "repeated", about: first };
    const values = valuesOf(found);
    const place = places.find((name) => !values[name]);
    if (place) return { called, why: "missing", place };
    if (isTooLong(values)) return { called, why: "tooLong" };
    if (sorted.recipients.length >= most) return { called, why: "beyond" };
    known.set(address, called);
    const { source, id, addresses } = found;
    return { key: keyOf(one), source, id, to: source === "member" ? id : address, address, addresses, called, values };
  }
}
