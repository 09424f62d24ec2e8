/** What a whole answer left out of what this device knows: ended by what somebody has signed, or withheld. */
import { alarmWord, isBeingChecked } from "../crypto/errors.ts";
import type { Signed } from "../crypto/statements.ts";
import type { Context } from "./context.ts";
import type { Missing, RecordKind, WronglyShown } from "./contract.ts";
import { chainsOf, untilInTree } from "./proving.ts";
import { syncLately } from "./syncing.ts";
import type { AskedChain } from "./worker/chainOperations.ts";
import { inTurn } from "./writing.ts";

/** What a whole answer was the answer to, and when it was asked for. */
export interface WholeQuestion {
  readonly askedAt: number;
  /** Where objects were asked for by id, these. */
  readonly ids?: readonly string[];
  /** Where all that belongs to one object was asked for, this one. */
  readonly within?: string;
}

/** The end of a chain counts when it stands in the log, and for whom an object is by the newest state of it. */
export async function missing(context: Context, kind: RecordKind, answered: readonly string[], { askedAt, ids, within }: WholeQuestion): Promise<Missing[]> {
  const { worker } = context;
  const leftOut = () => worker.leftOut({ kind, answered, ids: ids ?? null, within: within ?? null, askedAt });
  if ((await leftOut()).length === 0) return [];
  await inTurn(context, () => syncLately(context));
  const asked = await leftOut();
  const chains = await chainsOf(context, asked);
  const found = new Map<string, Missing>();
  const judgeAll = async () => {
    const open = asked.filter(({ id }) => !found.has(id));
    for (const one of open) {
      const missed = await judgeOne(context, one, chains[asked.indexOf(one)] ?? []);
      if (missed) found.set(one.id, missed);
    }
    return found.size === asked.length;
  };
  // An end that no head ever holds is none.
  await untilInTree(context, judgeAll).catch((error: unknown) => { if (!isBeingChecked(error)) throw error; });
  const judged = await Promise.all(asked.map(async (one) => found.get(one.id) ?? (await judgeOne(context, one, [])) ?? withheld(one.id)));
  const titles = await worker.lastTitles({ kind, ids: judged.map(({ id }) => id) });
  return judged.map((one, i) => (one.is === "withheld" ? { ...one, title: titles[i] ?? null } : one));
}

const withheld = (id: string): Missing => ({ id, is: "withheld", title: null });

/** Nothing while an end that was served does not stand in the log yet. */
async function judgeOne({ worker }: Context, { kind, id }: AskedChain, chain: readonly Signed[]): Promise<Missing | null> {
  try {
    return await worker.judgeLeftOut({ kind, id, chain });
  } catch (error) {
    if (isBeingChecked(error)) return null;
    if (alarmWord(error) === null) throw error;
    return withheld(id);
  }
}

/** Whether the chain of an object is served as it should be; that its contents are, the next answer with them shows. */
export async function askAgain(context: Context, entry: WronglyShown | null): Promise<boolean> {
  if (!entry || entry.id === "") return false;
  await inTurn(context, () => syncLately(context));
  const { kind, id } = entry;
  const after = await context.worker.provenUpTo({ kind, id });
  const [chain = []] = await chainsOf(context, [{ kind, id, after }]);
  return context.worker.judgeAgain({ kind, id, chain });
}
