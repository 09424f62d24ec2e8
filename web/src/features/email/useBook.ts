/** Everybody whom this device knows an address of, or could: contacts, vendors, profiles and members, each asked for once they are needed. */
import { useCallback, useMemo } from "react";

import { REACHED, type ReachedKind } from "../../app/kindItems";
import type { ApiFailure } from "../../api/failure";
import { TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import type { Item } from "../../lists/item";
import { ofEach, useSame } from "../../lists/kinds/ofEach";
import { plainKind, type PlainItem } from "../../lists/kinds/plain";
import { useRows } from "../../lists/list/useRows";
import type { OpenedItem } from "../../lists/opening";
import { useFeed } from "../../lists/useFeed";
import type { VerifiedItem } from "../../keyring/contract";
import { signedOnes, useMembers } from "../../lists/people/people";
import { useProfiles } from "../../lists/profiles/useProfiles";
import { useMay } from "../../session/useSession";
import { keyOf, ofItem, ofMember, type Addressee, type Source } from "./addressees";

/** Where somebody is chosen from. */
export type Shelved = Exclude<Source, "typed">;

export const SHELVES: readonly Shelved[] = [...REACHED.map(({ kind }) => kind), "member"];

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


type VerifiedOf = (id: string) => VerifiedItem | null | undefined;

const byName = (a: Addressee, b: Addressee): number => a.name.localeCompare(b.name);

/** What lies in the archive is out of the way: nobody is chosen from there. */
function useShelf(rows: readonly OpenedItem<Item, unknown>[] | undefined, verifiedOf: VerifiedOf, kind: ReachedKind): Pick<Shelf, "people" | "closed" | "items"> {
  return useMemo(() => {
    const used = rows?.filter(({ item }) => item.lifecycle !== "archived");
    const people = used?.flatMap(({ id, opening }) => (opening.name === "open" ? [ofItem(kind, id, opening.payload)] : []));
    return {
      people: people?.sort(byName),
      closed: (used?.length ?? 0) - (people?.length ?? 0),
      items: new Map(used?.map(({ id, item, settled, opening }) => [id, { item, settled, payload: opening.name === "open" ? opening.payload : null, verified: verifiedOf(id) ?? undefined }])),
    };
  }, [rows, verifiedOf, kind]);
}

/** Those whose items stand alone, with how their rows are opened. */
const PLAIN = REACHED.filter(({ kind }) => kind !== "profile").map(({ kind, useAll }) => ({
  kind, useAll, making: { of: plainKind(kind), nothing: {}, rowOf: (opened: OpenedItem<PlainItem, unknown>) => opened },
}));

function usePlain({ kind, useAll, making }: (typeof PLAIN)[number], needed: ReadonlySet<Source>): readonly [ReachedKind, Shelf] {
  const may = useMay()(`${kind}.read`);
  const { rows: answers, askedAt, failure, again } = useAll({ skip: !needed.has(kind) || !may });
  useFeed(kind, answers, askedAt);
  const { rowOf, closed } = useRows<object, object, unknown, OpenedItem<PlainItem, unknown>>(making, answers);
  const view = useMemo((): View => ({ kind, where: null, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null }), [kind]);
  const { window } = useView(view, 0, EVERY, WHOLE);
  // Without having asked nobody is offered, though the desk may know them.
  const isHere = answers !== undefined && window !== null && (window.stage !== "reading" || window.count > 0);
  const rows = useMemo(
    () => (!isHere ? undefined : (closed ?? [...window.rows.values()].flatMap(({ whole }) => (whole ? [rowOf(whole)] : [])))),
    [isHere, closed, window, rowOf],
  );
  const verifiedOf = useCallback((id: string) => window?.rows.get(id)?.whole?.item, [window]);
  return [kind, { ...useShelf(rows, verifiedOf, kind), failure, again }];
}

const nothingVerified: VerifiedOf = () => undefined;

export function useBook(needed: ReadonlySet<Source>): Book {
  const may = useMay();
  const plain = ofEach(usePlain, needed, PLAIN);
  const profiles = useShelf(useProfiles(!needed.has("profile")), nothingVerified, "profile");
  const members = useMembers();
  const people = useMemo(() => signedOnes(members).map(({ id, name, email }) => ofMember(id, name, email)), [members]);
  const ofItems = new Map<ReachedKind, Shelf>([...plain, ["profile", { ...profiles, failure: null, again: never }]]);
  return {
    ...(Object.fromEntries(REACHED.map(({ kind }) => [kind, may(`${kind}.read`) ? ofItems.get(kind) : null])) as Record<ReachedKind, Shelf | null>),
    member: may("member.list") ? { people, closed: 0, items: NO_ITEMS, failure: null, again: never } : null,
  };
}

/** All of them by their keys. */
export function useEverybody(book: Book): ReadonlyMap<string, Addressee> {
  const shelves = useSame(SHELVES.map((source) => book[source]?.people));
  return useMemo(() => new Map(shelves.flatMap((people) => people ?? []).map((one) => [keyOf(one), one])), [shelves]);
}

/** Whether all that were asked for are there, or cannot be: before that nobody is said to be missing. */
export const isOpen = (book: Book, needed: ReadonlySet<Source>): boolean =>
  [...needed].every((source) => source === "typed" || book[source] === null || book[source].people !== undefined || book[source].failure !== null);
