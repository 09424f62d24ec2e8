/** The calls of one kind of plain item, alike whether the server takes many at once or one by one. */
import { failureOf } from "../../api/failure";
import { answered } from "../../api/plainItems";
import type { Item } from "../../api/workspace.generated";
import type { Sealed, Signed, Wrap } from "../../keyring/contract";
import type { BulkAnswer, ItemError } from "../itemErrors";
import type { ItemKind } from "../item";
import { readBulk, type Verifier } from "../read";
import type { PlainItem } from "../kinds/plain";

type Attributes = Signed & { attrsSaltB64u: string };

export interface NewPlain {
  id: string;
  sealed: Sealed;
}

export interface PlainChange {
  id: string;
  version: number;
  sealed?: Sealed;
}

/** The calls of one kind, alike whether it takes many at once or one by one. */
export interface PlainCalls {
  /** An item as the server tells it in an error, verified. */
  read: (sent: Item) => Promise<PlainItem>;
  create: (item: NewPlain) => Promise<{ error?: unknown }>;
  change: (changes: (PlainChange & Partial<Attributes & { wraps: Wrap[] }>)[]) => Promise<BulkAnswer<PlainItem>>;
  remove: (deletions: ({ id: string } & Signed)[]) => Promise<BulkAnswer<PlainItem>>;
  restore: (attributes: ({ id: string } & Attributes)[]) => Promise<BulkAnswer<PlainItem>>;
  purge: (items: PlainItem[]) => Promise<BulkAnswer<PlainItem>>;
}

/** An answer about many, each item verified. */
export function readAll(
  keyring: Verifier,
  kind: ItemKind<object>,
  { data, error }: { data?: { data: Item[]; errors: ItemError[] } | undefined; error?: unknown },
): Promise<BulkAnswer<PlainItem>> {
  return readBulk(keyring, kind, { error, data: data && { ...data, data: data.data.map(answered) } });
}

/** Many calls about one item each, as if it had been one call about many. */
export async function oneByOne<Asked extends { id: string }, Given>(
  asked: readonly Asked[],
  call: (one: Asked) => PromiseLike<{ data?: Given; error?: unknown }>,
): Promise<{ done: { id: string; data: Given | undefined }[]; errors: ItemError[] }> {
  const done: { id: string; data: Given | undefined }[] = [];
  const errors: ItemError[] = [];
  for (const one of asked) {
    const answer = await call(one);
    if (answer.error === undefined) done.push({ id: one.id, data: answer.data });
    else {
      const failure = failureOf(answer.error);
      const { code, message, details = {} } = failure;
      errors.push({ id: one.id, code, message, details, failure });
    }
  }
  return { done, errors };
}
