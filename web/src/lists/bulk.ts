/** One act on many items: signed and sent in batches, with a result for each. */

import { CallFailed, failureOf, inOwnWords } from "../api/failure";
import { failureIn, type BulkAnswer } from "./itemErrors";
import { inTurn, newest, wrote, type Versioned } from "./turns";

export const BATCH = 200;

interface Identified {
  id: string;
}

export interface Refusal {
  id: string;
  message: string;
  reason?: string | undefined;
}

export interface BulkResult<Item> {
  done: Item[];
  refused: Refusal[];
}

export interface BulkWork<Item, Signed> {
  /** Before any of a batch is signed, all of it is proven in one question; whoever is not says so when it is signed. */
  prove: (items: readonly Item[]) => Promise<unknown>;
  sign: (item: Item) => Promise<Signed>;
  send: (signed: Signed[]) => Promise<BulkAnswer<Item>>;
  /** An item as the server tells it in an error, verified. */
  read: (sent: never) => Promise<Item>;
  /** What goes around each batch. */
  around?: (ids: readonly string[], batch: () => Promise<BulkResult<Item>>) => Promise<BulkResult<Item>>;
  onProgress?: (settled: number) => void;
  signal?: AbortSignal;
}

export type BulkHooks = Pick<BulkWork<unknown, unknown>, "onProgress" | "signal">;

/** Goes on past what is refused; a call that fails as a whole fails for its batch. What is cancelled stays as it is. */
export async function inBatches<Item extends Identified, Signed>(
  items: readonly Item[],
  work: BulkWork<Item, Signed>,
): Promise<BulkResult<Item>> {
  const result: BulkResult<Item> = { done: [], refused: [] };
  for (let from = 0; from < items.length && !work.signal?.aborted; from += BATCH) {
    const batch = items.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const { done, refused } = await (work.around ?? alone)(ids, () => inTurn(ids, () => one(batch, work)));
    result.done.push(...done);
    result.refused.push(...refused);
    work.onProgress?.(Math.min(items.length, from + BATCH));
  }
  return result;
}

const alone = <Outcome>(_ids: readonly string[], batch: () => Promise<Outcome>): Promise<Outcome> => batch();

async function one<Item extends Identified, Signed>(batch: readonly Item[], work: BulkWork<Item, Signed>): Promise<BulkResult<Item>> {
  const result: BulkResult<Item> = { done: [], refused: [] };
  const moved = await once(batch.map(asLeft), work, result);
  // Somebody else was faster: what is archived or deleted is so whatever it says, so it is signed again as it is now.
  if (moved.length > 0) result.refused.push(...(await tooSlow(await once(moved, work, result))));
  return result;
}

/** Only what is new has no version. */
const isVersioned = <One extends Identified>(one: One): one is One & Versioned => "version" in one && typeof one.version === "number";
const asLeft = <Item extends Identified>(item: Item): Item => (isVersioned(item) ? newest(item) : item);

async function tooSlow(items: readonly Identified[]): Promise<Refusal[]> {
  if (items.length === 0) return [];
  const { message } = await inOwnWords({ status: 200, code: "aborted", message: "aborted", answer: { message: "", fields: [] } });
  return items.map(({ id }) => ({ id, message }));
}

/** Answers the items that had moved on, as they are now. */
async function once<Item extends Identified, Signed>(
  batch: readonly Item[],
  { prove, sign, send, read }: BulkWork<Item, Signed>,
  { done, refused }: BulkResult<Item>,
): Promise<Item[]> {
  const moved: Item[] = [];
  const signed: Signed[] = [];
  const sent: Item[] = [];
  await prove(batch).catch(() => undefined);
  const tried = await Promise.allSettled(batch.map(sign));
  tried.forEach((outcome, place) => {
    const item = batch[place];
    if (!item) return;
    if (outcome.status === "rejected") return refused.push({ id: item.id, message: failureOf(outcome.reason).message });
    signed.push(outcome.value);
    sent.push(item);
    return undefined;
  });
  if (signed.length === 0) return moved;

  const { data, error } = await send(signed).catch((reason: unknown): BulkAnswer<Item> => ({ error: new CallFailed(failureOf(reason)) }));
  if (error || !data) {
    refused.push(...sent.map(({ id }) => ({ id, message: failureOf(error).message })));
    return moved;
  }
  done.push(...data.data);
  // The version that the server was told each is for; some are for any.
  const told = new Map((signed as readonly Identified[]).filter(isVersioned).map(({ id, version }) => [id, version]));
  for (const one of data.data) if (isVersioned(one)) wrote(told.get(one.id) ?? null, one);
  for (const one of data.errors) {
    const { reason, message, details } = await failureIn(one);
    const current = details?.["current"];
    if (reason !== "version_conflict" || !current) refused.push({ id: one.id, message, reason });
    else
      await read(current as never).then(
        (item) => moved.push(item),
        (unread: unknown) => refused.push({ id: one.id, message: failureOf(unread).message }),
      );
  }
  return moved;
}
