/**
 * Items opened for showing, many in one message; their signatures are verified when the page has nothing else to do.
 *
 * What is asked for in one turn of the page travels together. A batch is small enough that whatever is asked for after
 * it does not wait long.
 */
import type { Context } from "./context.ts";
import type { RecordKind, SealedItem, ShownRecord } from "./contract.ts";
import type { Many } from "./worker/listOperations.ts";
import { thrown, type Settled } from "./worker/rpc.ts";
import { shownOf } from "./worker/shown.ts";
import type { ItemVerdict } from "./worker/verifyItem.ts";

const SHOWN_AT_ONCE = 256;
const VERIFIED_AT_ONCE = 32;
const IDLE_AT_LATEST_MS = 1000;
/** Between two steps of a long list nothing is verified: the next rows come first. */
const QUIET_MS = 50;

interface Asked<Answer> {
  readonly kind: RecordKind;
  readonly item: SealedItem;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ReadingHost {
  /** Does something with the keys. */
  readonly use: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
  /** Looks whether an error is one that everybody has to hear of. */
  readonly sound: (error: unknown) => void;
  /** What was found out about an item. */
  readonly verified: (item: SealedItem, verdict: ItemVerdict) => void;
}

/** Whenever the browser has time; at the latest after a second. */
function idle(): Promise<unknown> {
  if (typeof requestIdleCallback === "undefined") return new Promise((resolve) => setTimeout(resolve));
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS }));
}

/** Only what showing takes goes to the worker: copying the rest would take longer than opening. */
function showTogether({ showRecords }: Context["worker"], { kind, items }: Many) {
  return showRecords({ kind, items: items.map(shownOf) });
}

/** The first of a queue that are of one kind. */
function takeBatch<Answer>(queue: Asked<Answer>[], most: number): Asked<Answer>[] {
  const kind = queue[0]?.kind;
  const end = queue.findIndex((asked) => asked.kind !== kind);
  return queue.splice(0, Math.min(most, end < 0 ? queue.length : end));
}

export function startReading({ use, sound, verified }: ReadingHost) {
  const asked: Asked<ShownRecord>[] = [];
  const unverified: Asked<void>[] = [];
  let showing: Promise<void> | null = null;
  let verifying: Promise<void> | null = null;
  /** How often something was asked for, and how often it had been when the last batch was verified. */
  let asks = 0;
  let verifiedSince = 0;

  async function showAll(): Promise<void> {
    // What is asked for in the same turn comes along.
    await Promise.resolve();
    while (asked.length > 0) {
      await answerAll(takeBatch(asked, SHOWN_AT_ONCE), showTogether, ({ kind, item }, payload) => (
        { payload, verified: verifyLater(kind, item) }));
    }
    showing = null;
  }

  function verifyLater(kind: RecordKind, item: SealedItem): Promise<void> {
    const verdict = new Promise<void>((resolve, reject) => unverified.push({ kind, item, resolve, reject }));
    // Whoever shows the item listens; a failure that nobody waits for any more is no fault of the page.
    verdict.catch(() => undefined);
    verifying ??= verifyAll();
    return verdict;
  }

  /** Nothing is being shown, nothing was for a moment, and the browser has time. */
  async function quiet(): Promise<void> {
    for (let since = -1; since !== asks || showing;) {
      since = asks;
      await showing;
      if (since !== verifiedSince) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      await idle();
    }
    verifiedSince = asks;
  }

  async function verifyAll(): Promise<void> {
    while (unverified.length > 0) {
      await quiet();
      await answerAll(takeBatch(unverified, VERIFIED_AT_ONCE), (worker, many) => worker.verifyRecords(many), ({ item }, verdict) => verified(item, verdict));
    }
    verifying = null;
  }

  /** One message for a batch; each item has an outcome of its own. */
  async function answerAll<Value, Answer>(
    batch: readonly Asked<Answer>[], call: (worker: Context["worker"], many: Many) => Promise<Settled<Value>[]>, good: (asked: Asked<Answer>, value: Value) => Answer,
  ): Promise<void> {
    const many = { kind: batch[0]?.kind ?? "document", items: batch.map(({ item }) => item) };
    try {
      const outcomes = await use(({ worker }) => call(worker, many));
      for (const [i, one] of batch.entries()) {
        const outcome = outcomes[i];
        if (outcome && "value" in outcome) {
          one.resolve(good(one, outcome.value));
        } else {
          const error = outcome ? thrown(outcome.error) : new Error("An answer is missing.");
          sound(error);
          one.reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return function show(kind: RecordKind, item: SealedItem): Promise<ShownRecord> {
    const answer = new Promise<ShownRecord>((resolve, reject) => asked.push({ kind, item, resolve, reject }));
    asks++;
    showing ??= showAll();
    return answer;
  };
}
