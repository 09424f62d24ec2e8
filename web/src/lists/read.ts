/** Answers of the server turned into items: nothing passes here that the keyring has not verified. */
import type { Answered } from "../api/answered";
import { failureOf, type ApiFailure } from "../api/failure";
import type { Keyring } from "../keyring/contract";
import type { BulkAnswer, ItemError } from "./itemErrors";
import { itemOf, type Item, type ItemKind } from "./item";

export type Verifier = Pick<Keyring, "verify">;

/** Rejected when one of them is not what its authors signed. */
export async function readItems<Word extends object, Own extends object>(keyring: Verifier, kind: ItemKind<Own>, answers: readonly Answered<Word>[]): Promise<Item<Word, Own>[]> {
  if (answers.length === 0) return [];
  const verified = await keyring.verify(kind.kind, answers);
  return answers.map((answer, i) => itemOf(kind, answer, verified[i] ?? null));
}

export async function readItem<Word extends object, Own extends object>(keyring: Verifier, kind: ItemKind<Own>, answer: Answered<Word> | null): Promise<Item<Word, Own>> {
  if (!answer) throw new Error("The answer to a write has no contents.");
  const [verified] = await keyring.verify(kind.kind, [answer]);
  return itemOf(kind, answer, verified ?? null);
}

/** An answer about many. */
export async function readBulk<Word extends object, Own extends object>(
  keyring: Verifier,
  kind: ItemKind<Own>,
  { data, error }: { data?: { data: readonly (Answered<Word> | null)[]; errors: ItemError[] } | undefined; error?: unknown },
): Promise<BulkAnswer<Item<Word, Own>>> {
  if (!data) return { error };
  const outcomes = await Promise.allSettled(data.data.map((answer) => readItem(keyring, kind, answer)));
  const [items, errors] = [[] as Item<Word, Own>[], [...data.errors]];
  outcomes.forEach((outcome, i) => {
    if (outcome.status === "fulfilled") items.push(outcome.value);
    // It was done, and what came back is not what was signed: that is said of this one alone.
    else errors.push(unread(data.data[i]?.id ?? "", outcome.reason));
  });
  return { error, data: { errors, data: items } };
}

function unread(id: string, reason: unknown): ItemError {
  const failure: ApiFailure = { status: 200, code: "data_loss", message: failureOf(reason).message, details: {} };
  return { id, code: failure.code, message: failure.message, details: {}, failure };
}

/** What was purged is not there any more to be read: those are answered that were asked about. */
export function purged<One extends { id: string }>(
  items: readonly One[],
  { data, error }: { data?: { data: readonly { id: string }[]; errors: ItemError[] } | undefined; error?: unknown },
): BulkAnswer<One> {
  const gone = new Set(data?.data.map(({ id }) => id));
  return { error, data: data && { errors: data.errors, data: items.filter(({ id }) => gone.has(id)) } };
}
