/** Everybody whom this device knows an address of, or could: contacts, vendors, profiles and members, each asked for once they are needed. */
import { useCallback, useMemo } from "react";

import { useAllContactsQuery } from "../../api/contacts";
import type { ApiFailure } from "../../api/failure";
import { held, wholeSince, type Asked } from "../../api/held";
import type { Synced } from "../../api/itemSync";
import type { PlainAnswer } from "../../api/plainItems";
import { useAllVendorsQuery } from "../../api/vendors";
import { TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import type { Item, ItemKind } from "../../lists/item";
import { plainKind, type PlainItem } from "../../lists/kinds/plain";
import { useRows } from "../../lists/list/useRows";
import type { OpenedItem } from "../../lists/opening";
import { useFeed } from "../../lists/useFeed";
import type { VerifiedItem } from "../../keyring/contract";
import type { ContactPayload } from "../../payloads/contact";
import type { VendorPayload } from "../../payloads/vendor";
import { signedOnes, useMembers } from "../../lists/people/people";
import { useProfiles } from "../../lists/profiles/useProfiles";
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

const WHOLE = { whole: true };
const EVERY = Number.MAX_SAFE_INTEGER;
const NO_ITEMS: Shelf["items"] = new Map();
const never = () => undefined;

type Row<Payload> = OpenedItem<Item, Payload>;
type Made<Payload> = (id: string, payload: Payload) => Addressee;

type VerifiedOf = (id: string) => VerifiedItem | null | undefined;

const byName = (a: Addressee, b: Addressee): number => a.name.localeCompare(b.name);

/** What lies in the archive is out of the way: nobody is chosen from there. */
function useShelf<Payload>(rows: readonly Row<Payload>[] | undefined, verifiedOf: VerifiedOf, of: Made<Payload>): Pick<Shelf, "people" | "closed" | "items"> {
  return useMemo(() => {
    const used = rows?.filter(({ item }) => item.lifecycle !== "archived");
    const people = used?.flatMap(({ id, opening }) => (opening.name === "open" ? [of(id, opening.payload)] : []));
    return {
      people: people?.sort(byName),
      closed: (used?.length ?? 0) - (people?.length ?? 0),
      items: new Map(used?.map(({ id, item, settled, opening }) => [id, { item, settled, payload: opening.name === "open" ? opening.payload : null, verified: verifiedOf(id) ?? undefined }])),
    };
  }, [rows, verifiedOf, of]);
}

type Answer = Asked<Synced<PlainAnswer>>;

const making = <Payload,>(of: ItemKind<object>) => ({ of, nothing: {}, rowOf: (opened: OpenedItem<PlainItem, Payload>) => opened });
const CONTACTS = making<ContactPayload>(plainKind("contact"));
const VENDORS = making<VendorPayload>(plainKind("vendor"));

function usePlain<Payload>(kind: ReturnType<typeof making<Payload>>, asked: Answer, of: Made<Payload>): Shelf {
  const { kind: name } = kind.of;
  const answers = asked.data?.rows;
  useFeed(name, answers, wholeSince(asked));
  const { rowOf, closed } = useRows<object, object, Payload, OpenedItem<PlainItem, Payload>>(kind, answers);
  const view = useMemo((): View => ({ kind: name, where: null, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null }), [name]);
  const { window } = useView(view, 0, EVERY, WHOLE);
  // Without having asked nobody is offered, though the desk may know them.
  const isHere = answers !== undefined && window !== null && (window.stage !== "reading" || window.count > 0);
  const rows = useMemo(
    () => (!isHere ? undefined : (closed ?? [...window.rows.values()].flatMap(({ whole }) => (whole ? [rowOf(whole)] : [])))),
    [isHere, closed, window, rowOf],
  );
  const verifiedOf = useCallback((id: string) => window?.rows.get(id)?.whole?.item, [window]);
  const { failure, again } = held(asked);
  return { ...useShelf(rows, verifiedOf, of), failure, again };
}

const nothingVerified: VerifiedOf = () => undefined;

export function useBook(needed: ReadonlySet<Source>): Book {
  const may = useMay();
  const [seesContacts, seesVendors, seesProfiles, seesMembers] = [may("contact.read"), may("vendor.read"), may("profile.read"), may("member.list")];
  const contact = usePlain<ContactPayload>(CONTACTS, useAllContactsQuery(undefined, { skip: !needed.has("contact") || !seesContacts }), ofContact);
  const vendor = usePlain<VendorPayload>(VENDORS, useAllVendorsQuery(undefined, { skip: !needed.has("vendor") || !seesVendors }), ofVendor);
  const profiles = useShelf(useProfiles(!needed.has("profile")), nothingVerified, ofProfile);
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
