/** Saves an item; returns the conflicting version if it was changed since. */
import { CallFailed, failureOf } from "../api/failure";
import { firstFailure, type BulkAnswer } from "./itemErrors";
import { mergeMembers, settle, type Members, type Merge } from "./merge";
import { inTurn, ownSince, wrote, type Versioned } from "./turns";

export { firstFailure };

/** The base version of an item, with its content. */
export interface Found<Item, Contents> {
  item: Item;
  contents: Contents;
}

/** Two people wrote: what each began with, what this one wrote, and what the other did. */
export interface Clash<Item, Contents> {
  base: Found<Item, Contents>;
  yours: Contents;
  theirs: Found<Item, Contents>;
}

/** The result: saved, or in conflict with a concurrent change. */
export interface Revised<Item, Contents> {
  name: "saved" | "met";
  found: Found<Item, Contents>;
}

export type Revise<Item, Contents> = (base: Found<Item, Contents>, yours: Contents) => Promise<Revised<Item, Contents>>;

/** What an act needs of a kind: how its contents are divided into members, and how they are saved. */
export interface Writes<Item, Contents> extends Pick<Writing<Item, Contents>, "membersOf" | "contentsFrom"> {
  revise: Revise<Item, Contents>;
}

/** How one kind of item is written. */
export interface Writing<Item, Contents> {
  /** Encrypts and sends the new content on top of the base version. */
  send: (from: Found<Item, Contents>, contents: Contents) => Promise<BulkAnswer<Item>>;
  /** An item as the server tells it in an error, verified. */
  read: (sent: never) => Promise<Item>;
  open: (item: Item) => Promise<Contents>;
  membersOf: (contents: Contents) => Members;
  contentsFrom: (members: Members) => Contents;
}

/** Maximum retries while only wraps change concurrently. */
const TRIES = 4;

/** Raises `CallFailed` with what the server says against it. */
export function revise<Item extends Versioned, Contents>(
  writing: Writing<Item, Contents>,
  base: Found<Item, Contents>,
  yours: Contents,
): Promise<Revised<Item, Contents>> {
  return inTurn([base.item.id], () => save(writing, base, yours));
}

async function save<Item extends Versioned, Contents>(
  { send, read, open, membersOf, contentsFrom }: Writing<Item, Contents>,
  base: Found<Item, Contents>,
  yours: Contents,
): Promise<Revised<Item, Contents>> {
  let [from, contents] = [base, yours];
  const found = async (item: Item): Promise<Found<Item, Contents>> => ({ item, contents: await open(item) });
  /** What was written goes over another version of the item; answers how they differ. */
  function goOver(other: Found<Item, Contents>): Merge {
    const merge = mergeMembers(membersOf(from.contents), membersOf(contents), membersOf(other.contents));
    [from, contents] = [other, contentsFrom(settle(merge, {}))];
    return merge;
  }

  const own = ownSince(base.item);
  if (own) goOver(await found(own));
  for (let tried = 1; ; tried += 1) {
    const answer = await send(from, contents);
    const saved = answer.data?.data[0];
    if (saved) {
      wrote(from.item.version, saved);
      return { name: "saved", found: { item: saved, contents } };
    }
    const failure = (await firstFailure(answer)) ?? failureOf(answer.error);
    const current = failure.details?.["current"];
    if (failure.reason !== "version_conflict" || !current || tried >= TRIES) throw new CallFailed(failure);
    const met = await found(await read(current as never));
    if (goOver(met).theyChanged) return { name: "met", found: met };
  }
}
