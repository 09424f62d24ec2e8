/** Everybody whom this device knows an address of, or could: contacts, vendors, profiles and members, each asked for once they are needed. */
import { useMemo } from "react";

import { useAllContactsQuery } from "../../api/contacts";
import type { Answered } from "../../api/answered";
import type { ApiFailure } from "../../api/failure";
import { held, wholeSince, type Asked } from "../../api/held";
import type { Synced } from "../../api/itemSync";
import type { PlainAnswer } from "../../api/plainItems";
import { useAllVendorsQuery } from "../../api/vendors";
import type { Item } from "../../items/item";
import { CONTACT, VENDOR, type PlainItem } from "../../items/kinds/plain";
import { useOpenedItems, type OpenedItem } from "../../items/opening";
import { verifiedOf } from "../../items/verified";
import type { VerifiedItem } from "../../keyring/contract";
import type { ContactPayload } from "../../payloads/contact";
import type { VendorPayload } from "../../payloads/vendor";
import { signedOnes, useMembers } from "../../people/people";
import { useProfiles } from "../../profiles/useProfiles";
import { useMay } from "../../session/useSession";
import { keyOf, ofContact, ofMember, ofProfile, ofVendor, type Addressee, type Source } from "./addressees";

/** Where somebody is chosen from. */
export type Shelved = Exclude<Source, "typed">;
/** Those that are items, whose statements are checked before anything of them leaves. */
export type ItemSource = Exclude<Shelved, "member">;

interface Kept {
  item: Item;
  settled: boolean;
  /** Null where this device does not open it. */
  payload: unknown;
  /** What was verified of it, for asking a saved filter. */
  verified: VerifiedItem | undefined;
}

/** One of the lists to choose from. */
export interface Shelf {
  /** Undefined until there is something to show. */
  people: readonly Addressee[] | undefined;
  /** How many this device does not open. */
  closed: number;
  /** By their ids, as they were opened; of members there is none. */
  items: ReadonlyMap<string, Kept>;
  failure: ApiFailure | null;
  again: () => void;
}

/** Null where the role does not see that list. */
export type Book = Readonly<Record<Shelved, Shelf | null>>;

const NOTHING = {};
const NO_ITEMS: Shelf["items"] = new Map();
const never = () => undefined;

type Row<Payload> = OpenedItem<Item, Payload>;
type Made<Payload> = (id: string, payload: Payload) => Addressee;

const byName = (a: Addressee, b: Addressee): number => a.name.localeCompare(b.name);

/** What lies in the archive is out of the way: nobody is chosen from there. */
function useShelf<Payload>(rows: readonly Row<Payload>[] | undefined, answers: readonly Answered[] | undefined, of: Made<Payload>): Pick<Shelf, "people" | "closed" | "items"> {
  return useMemo(() => {
    const answered = new Map(answers?.map((answer) => [answer.id, answer]));
    const verified = (id: string) => {
      const answer = answered.get(id);
      return answer && verifiedOf(answer);
    };
    const used = rows?.filter(({ item }) => item.lifecycle !== "archived");
    const people = used?.flatMap(({ id, opening }) => (opening.name === "open" ? [of(id, opening.payload)] : []));
    return {
      people: people?.sort(byName),
      closed: (used?.length ?? 0) - (people?.length ?? 0),
      items: new Map(used?.map(({ id, item, settled, opening }) => [id, { item, settled, payload: opening.name === "open" ? opening.payload : null, verified: verified(id) }])),
    };
  }, [rows, answers, of]);
}

type Answer = Asked<Synced<PlainAnswer>>;

function usePlain<Payload>(kind: typeof CONTACT, asked: Answer, of: Made<Payload>): Shelf {
  const askedAt = wholeSince(asked);
  const whole = useMemo(() => ({ askedAt, nothing: NOTHING }), [askedAt]);
  const rows: readonly OpenedItem<PlainItem, Payload>[] | undefined = useOpenedItems<object, object, Payload>(kind, asked.data?.rows, whole);
  const { failure, again } = held(asked);
  return { ...useShelf(rows, asked.data?.rows, of), failure, again };
}

export function useBook(needed: ReadonlySet<Source>): Book {
  const may = useMay();
  const [seesContacts, seesVendors, seesProfiles, seesMembers] = [may("contact.read"), may("vendor.read"), may("profile.read"), may("member.list")];
  const contact = usePlain<ContactPayload>(CONTACT, useAllContactsQuery(undefined, { skip: !needed.has("contact") || !seesContacts }), ofContact);
  const vendor = usePlain<VendorPayload>(VENDOR, useAllVendorsQuery(undefined, { skip: !needed.has("vendor") || !seesVendors }), ofVendor);
  const profiles = useShelf(useProfiles(!needed.has("profile")), undefined, ofProfile);
  const members = useMembers();
  const people = useMemo(() => signedOnes(members).map(({ id, name, email }) => ofMember(id, name, email)), [members]);
  return {
    contact: seesContacts ? contact : null,
    vendor: seesVendors ? vendor : null,
    profile: seesProfiles ? { ...profiles, failure: null, again: never } : null,
    member: seesMembers ? { people, closed: 0, items: NO_ITEMS, failure: null, again: never } : null,
  };
}

/** All of them by their keys. */
export function useEverybody({ contact, vendor, profile, member }: Book): ReadonlyMap<string, Addressee> {
  const [contacts, vendors, profiles, members] = [contact?.people, vendor?.people, profile?.people, member?.people];
  return useMemo(() => {
    const all = [contacts, vendors, profiles, members].flatMap((people) => people ?? []);
    return new Map(all.map((one) => [keyOf(one), one]));
  }, [contacts, vendors, profiles, members]);
}

/** Whether all that were asked for are there, or cannot be: before that nobody is said to be missing. */
export const isOpen = (book: Book, needed: ReadonlySet<Source>): boolean =>
  [...needed].every((source) => source === "typed" || book[source] === null || book[source].people !== undefined || book[source].failure !== null);
