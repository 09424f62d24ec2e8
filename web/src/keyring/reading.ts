/**
 * Items verified and opened for showing, many in one message.
 *
 * What is asked for in one turn of the page travels together. A batch is small enough that whatever is asked for after
 * it does not wait long.
 */
import { isBeingChecked } from "../crypto/errors.ts";
import type { Context } from "./context.ts";
import type { RecordKind, SealedItem, ShownRecord, VerifiedItem } from "./contract.ts";
import { later } from "./later.ts";
import type { Many, Shown } from "./worker/listOperations.ts";
import { thrown, type Settled } from "./worker/rpc.ts";

const SHOWN_AT_ONCE = 256;

interface Asked {
  readonly kind: RecordKind;
  readonly item: SealedItem;
  readonly resolve: (answer: ShownRecord) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ReadingHost {
  /** Does something with the keys. */
  readonly use: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
  /** Looks whether an error is one that everybody has to hear of. */
  readonly sound: (error: unknown) => void;
  /** What was found out about an item. */
  readonly verified: (item: SealedItem, verified: VerifiedItem) => void;
}

/** The first of a queue that are of one kind. */
function takeBatch(queue: Asked[]): Asked[] {
  const kind = queue[0]?.kind;
  const end = queue.findIndex((asked) => asked.kind !== kind);
  return queue.splice(0, Math.min(SHOWN_AT_ONCE, end < 0 ? queue.length : end));
}

/** Those whose authors do not read them any more are shown when their whole chain is known. */
async function showMany(context: Context, many: Many): Promise<Settled<Shown>[]> {
  const outcomes = await context.worker.showRecords(many);
  const open = outcomes.flatMap((outcome, i) => ("error" in outcome && isBeingChecked(thrown(outcome.error)) ? [i] : []));
  if (open.length === 0) return outcomes;
  const rest = { kind: many.kind, items: open.flatMap((i) => many.items[i] ?? []) };
  // Chains that can not be asked for now leave these as they are, and the others are shown.
  const judged = await (await later.proving()).judge(context, rest.kind as RecordKind, rest.items).catch(() => []);
  if (judged.length === 0) return outcomes;
  const again = await context.worker.showRecords(rest);
  return outcomes.map((outcome, i) => {
    const [verdict, shown] = [judged[open.indexOf(i)], again[open.indexOf(i)]];
    if (!open.includes(i) || !verdict || !shown) return outcome;
    // What the whole chain has shown says more than that it was not whole before.
    return "error" in verdict && "error" in shown ? { error: verdict.error } : shown;
  });
}

const contentsOf = (contents: Shown["contents"]): ShownRecord["contents"] =>
  ("value" in contents ? { payload: contents.value } : { closed: thrown(contents.error) });

export function startReading({ use, sound, verified }: ReadingHost) {
  const asked: Asked[] = [];
  let showing: Promise<void> | null = null;

  async function showAll(): Promise<void> {
    // What is asked for in the same turn comes along.
    await Promise.resolve();
    while (asked.length > 0) await answerAll(takeBatch(asked));
    showing = null;
  }

  /** One message for a batch; each item has an outcome of its own. */
  async function answerAll(batch: readonly Asked[]): Promise<void> {
    const many = { kind: batch[0]?.kind ?? "document", items: batch.map(({ item }) => item) };
    try {
      const outcomes = await use((context) => showMany(context, many));
      batch.forEach((one, i) => answer(one, outcomes[i]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function answer({ item, resolve, reject }: Asked, outcome: Settled<Shown> | undefined): void {
    if (outcome && "value" in outcome) {
      verified(item, outcome.value.item);
      resolve({ item: outcome.value.item, contents: contentsOf(outcome.value.contents) });
    } else {
      const error = outcome ? thrown(outcome.error) : new Error("An answer is missing.");
      sound(error);
      reject(error);
    }
  }

  return function show(kind: RecordKind, item: SealedItem): Promise<ShownRecord> {
    const answered = new Promise<ShownRecord>((resolve, reject) => asked.push({ kind, item, resolve, reject }));
    showing ??= showAll();
    return answered;
  };
}
