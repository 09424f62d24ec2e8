/** Saves an item; returns the conflicting version if it was changed since. */
import { CallFailed, failureOf } from "../api/failure";
import { firstFailure, type BulkAnswer } from "./bulk";
import { mergeMembers, settle, type Members } from "./merge";

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

/** How one kind of item is written. */
export interface Writing<Item, Contents> {
  /** Encrypts and sends the new content on top of the base version. */
  send: (from: Found<Item, Contents>, contents: Contents) => Promise<BulkAnswer<Item>>;
  /** Opens an item as the server tells it in an error. */
  open: (sent: never) => Promise<Found<Item, Contents>>;
  membersOf: (contents: Contents) => Members;
  contentsFrom: (members: Members) => Contents;
}

/** Maximum retries while only wraps change concurrently. */
const TRIES = 4;

/** Raises `CallFailed` with what the server says against it. */
export async function revise<Item, Contents>(
  { send, open, membersOf, contentsFrom }: Writing<Item, Contents>,
  base: Found<Item, Contents>,
  yours: Contents,
): Promise<Revised<Item, Contents>> {
  let [from, contents] = [base, yours];
  for (let tried = 1; ; tried += 1) {
    const answer = await send(from, contents);
    const [saved] = answer.data?.data ?? [];
    if (saved) return { name: "saved", found: { item: saved, contents } };
    const failure = firstFailure(answer) ?? failureOf(answer.error);
    const current = failure.details?.["current"];
    if (failure.reason !== "version_conflict" || !current || tried >= TRIES) throw new CallFailed(failure);
    const met = await open(current as never);
    const merge = mergeMembers(membersOf(from.contents), membersOf(contents), membersOf(met.contents));
    if (merge.theyChanged) return { name: "met", found: met };
    [from, contents] = [met, contentsFrom(settle(merge, {}))];
  }
}
