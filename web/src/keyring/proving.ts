/**
 * Items become proven: their chains are asked for many at once, and kept.
 *
 * Whatever is signed, shared, copied or sealed from an item needs it proven, and asks for its chain in front of all
 * others. What is only shown is proven when the browser has time.
 */
import { BeingChecked, isBeingChecked } from "../crypto/errors.ts";
import type { Signed } from "../crypto/statements.ts";
import type { Context } from "./context.ts";
import type { RecordKind, SealedItem } from "./contract.ts";
import { sync, syncLately } from "./syncing.ts";
import type { AskedChain } from "./worker/chainOperations.ts";
import type { FileBundle } from "./worker/fileOperations.ts";
import { thrown } from "./worker/rpc.ts";
import type { ItemVerdict } from "./worker/verifyItem.ts";
import { inTurn } from "./writing.ts";

const CHAINS_PER_CALL = 500;
/** Heads follow a write within seconds: what somebody else has just written is waited for this long. */
const HEAD_TRIES = 12;
const HEAD_EVERY_MS = 1000;

/**
 * The statements of each object after the link that is known; what one answer does not hold is asked for again. An object is
 * asked for once, however many places ask for it: an answer that has one twice is refused whole.
 */
export async function chainsOf({ calls }: Pick<Context, "calls">, asked: readonly AskedChain[]): Promise<Signed[][]> {
  const objects = new Map<string, { kind: AskedChain["kind"]; id: string; after: number; found: Signed[] }>();
  for (const one of asked) {
    const known = objects.get(nameOf(one));
    if (known) known.after = Math.min(known.after, one.after);
    else objects.set(nameOf(one), { ...one, found: [] });
  }
  const all = [...objects.values()];
  for (let from = 0; from < all.length; from += CHAINS_PER_CALL) {
    let open = all.slice(from, from + CHAINS_PER_CALL);
    while (open.length > 0) {
      const { data, more } = await calls.chains(open.map(({ kind, id, after, found }) => ({ kind, id, after: after + found.length })));
      const came = open.map(({ found }, i) => {
        const links = data[i]?.statements ?? [];
        found.push(...links);
        return links.length;
      });
      // A page without anything in it is the last one, whatever it says.
      open = more && came.some((count) => count > 0) ? open : [];
    }
  }
  return asked.map((one) => {
    const { after = one.after, found = [] } = objects.get(nameOf(one)) ?? {};
    return found.slice(one.after - after);
  });
}

const nameOf = ({ kind, id }: AskedChain): string => `${kind} ${id}`;

/** The links that items lack, by their place. */
export async function missingOf(context: Context, kind: RecordKind, items: readonly SealedItem[]): Promise<(Signed[] | null)[]> {
  const missing = await context.worker.missingChains({ kind, items });
  const asked = missing.filter((one) => one !== null);
  const found = await chainsOf(context, asked);
  return missing.map((one) => (one ? (found[asked.indexOf(one)] ?? null) : null));
}

/** What was found out about each item by its whole chain. */
export async function judge(
  context: Context, kind: RecordKind, items: readonly SealedItem[], mayBeOlder = false,
): Promise<Awaited<ReturnType<Context["worker"]["proveRecords"]>>> {
  return context.worker.proveRecords({ kind, items, chains: await missingOf(context, kind, items), mayBeOlder });
}

/** Everything that somebody wrote until now stands in the log that this device has verified, or in one of the next heads. */
export async function untilInTree(context: Context, look: () => Promise<boolean>): Promise<void> {
  if (await look()) return;
  await inTurn(context, () => syncLately(context));
  for (let tries = 0; tries < HEAD_TRIES; tries++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, HEAD_EVERY_MS));
    await inTurn(context, () => sync(context));
  }
  if (!(await look())) throw new BeingChecked();
}

/**
 * Each of the items is proven, or the first that is not says why. One that is older than what is known by now may be
 * written on top of: the server then says so.
 */
export async function prove(context: Context, kind: RecordKind, items: readonly SealedItem[], { mayBeOlder = false } = {}): Promise<ItemVerdict[]> {
  let verdicts: ItemVerdict[] = [];
  await untilInTree(context, async () => {
    const outcomes = await judge(context, kind, items, mayBeOlder);
    verdicts = outcomes.map((outcome) => {
      if ("error" in outcome) throw thrown(outcome.error);
      return outcome.value;
    });
    return verdicts.every(({ proven }) => proven);
  });
  return verdicts;
}

/** By the place of the item: nothing, or why it is not proven. */
export async function proveEach(context: Context, kind: RecordKind, items: readonly SealedItem[], { mayBeOlder = false } = {}): Promise<(Error | null)[]> {
  let outcomes: Awaited<ReturnType<typeof judge>> = [];
  const look = async () => {
    outcomes = await judge(context, kind, items, mayBeOlder);
    return outcomes.every((outcome) => "error" in outcome || outcome.value.proven);
  };
  await untilInTree(context, look).catch((error: unknown) => { if (!isBeingChecked(error)) throw error; });
  return outcomes.map((outcome) => ("error" in outcome ? thrown(outcome.error) : outcome.value.proven ? null : new BeingChecked()));
}

/** A file with the shares that follow it. */
export async function proveFile(context: Context, fileId: string, bundle: FileBundle): Promise<void> {
  const missing = await context.worker.missingOfFile({ fileId, bundle });
  const [chain = null] = missing ? await chainsOf(context, [missing]) : [];
  await untilInTree(context, () => context.worker.proveFile({ fileId, bundle, chain }));
}
