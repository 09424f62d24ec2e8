/**
 * What is shown and not proven yet becomes so when the browser has time: many chains in one question, few items in one
 * message, so that whatever is asked for meanwhile comes first.
 */
import type { Context } from "./context.ts";
import type { RecordKind, SealedItem } from "./contract.ts";
import { missingOf } from "./proving.ts";
import { thrown } from "./worker/rpc.ts";

const CHAINS_AT_ONCE = 500;
const ITEMS_AT_ONCE = 32;
const IDLE_AT_LATEST_MS = 1000;

interface Waiting {
  readonly kind: RecordKind;
  readonly item: SealedItem;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export interface ProvingHost {
  readonly use: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
  /** Looks whether an error is one that everybody has to hear of. */
  readonly sound: (error: unknown) => void;
  /** Something waits for a head that holds it. */
  readonly lookSoon: () => void;
  /** Things were found out that have to be written down. */
  readonly learnt: () => void;
}

/** Whenever the browser has time; at the latest after a second. */
function idle(): Promise<unknown> {
  if (typeof requestIdleCallback === "undefined") return new Promise((resolve) => setTimeout(resolve));
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS }));
}

/** The first of a queue that are of one kind. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const kind = queue[0]?.kind;
  const end = queue.findIndex((one) => one.kind !== kind);
  return queue.splice(0, Math.min(CHAINS_AT_ONCE, end < 0 ? queue.length : end));
}

export type ProvingLater = ReturnType<typeof startProvingLater>;

export function startProvingLater({ use, sound, lookSoon, learnt }: ProvingHost) {
  const queue: Waiting[] = [];
  /** Their chains are whole, and no head holds their newest link yet. */
  let parked: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await idle();
      const batch = takeBatch(queue);
      try {
        await use((context) => proveBatch(context, batch));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = null;
  }

  async function proveBatch(context: Context, batch: readonly Waiting[]): Promise<void> {
    const kind = batch[0]?.kind ?? "document";
    const chains = await missingOf(context, kind, batch.map(({ item }) => item));
    for (let from = 0; from < batch.length; from += ITEMS_AT_ONCE) {
      await idle();
      const some = batch.slice(from, from + ITEMS_AT_ONCE);
      const many = { kind, items: some.map(({ item }) => item), chains: chains.slice(from, from + ITEMS_AT_ONCE), mayBeOlder: false };
      const outcomes = await context.worker.proveRecords(many);
      for (const [i, one] of some.entries()) settle(one, outcomes[i]);
      learnt();
    }
  }

  function settle(one: Waiting, outcome: Awaited<ReturnType<Context["worker"]["proveRecords"]>>[number] | undefined): void {
    if (!outcome || "error" in outcome) {
      const error = outcome ? thrown(outcome.error) : new Error("An answer is missing.");
      sound(error);
      return one.reject(error);
    }
    if (outcome.value.proven) return one.resolve();
    parked.push(one);
    return lookSoon();
  }

  function start(): void {
    running ??= run();
  }

  return {
    /** Resolves when the item is proven, and is rejected when it turns out not to be what its authors signed. */
    whenProven: (kind: RecordKind, item: SealedItem): Promise<void> => {
      const proven = new Promise<void>((resolve, reject) => queue.push({ kind, item, resolve, reject }));
      start();
      return proven;
    },
    /** The log may have grown. */
    again: (): void => {
      if (parked.length === 0) return;
      queue.push(...parked);
      parked = [];
      start();
    },
  };
}
