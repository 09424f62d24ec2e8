/** One act on many documents: signed and sent in batches, with a result for each. */
import { CallFailed, failureOf, type ApiFailure } from "../../api/failure";
import { whole, type DocumentItem } from "../../api/documents";
import type { BulkError, DocumentBulk, DocumentItem as SentItem } from "../../api/generated";

export const BATCH = 200;

export interface BulkAnswer {
  data?: DocumentBulk | undefined;
  error?: unknown;
}

export interface Refusal {
  id: string;
  message: string;
}

export interface BulkResult {
  done: DocumentItem[];
  refused: Refusal[];
}

export interface BulkWork<Signed> {
  sign: (item: DocumentItem) => Promise<Signed>;
  send: (signed: Signed[]) => Promise<BulkAnswer>;
  onProgress?: (settled: number) => void;
  signal?: AbortSignal;
}

const failureIn = ({ code, message, details }: BulkError): ApiFailure => {
  const reason: unknown = details["reason"];
  return { status: 200, code, message, ...(typeof reason === "string" ? { reason } : {}), details };
};

/** Why a call about one document was not done. */
export function firstFailure({ data, error }: BulkAnswer): ApiFailure | null {
  if (error) return failureOf(error);
  const refused = data?.errors[0];
  return refused ? failureIn(refused) : null;
}

/** Goes on past what is refused; a call that fails as a whole fails for its batch. What is cancelled stays as it is. */
export async function inBatches<Signed>(items: readonly DocumentItem[], work: BulkWork<Signed>): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] };
  for (let from = 0; from < items.length && !work.signal?.aborted; from += BATCH) {
    const batch = items.slice(from, from + BATCH);
    const moved = await once(batch, work, result);
    // Somebody else was faster: what is archived or deleted is so whatever it says, so it is signed again as it is now.
    if (moved.length > 0) result.refused.push(...(await once(moved, work, result)).map(({ id }) => tooSlow(id)));
    work.onProgress?.(Math.min(items.length, from + BATCH));
  }
  return result;
}

const MOVED = "Somebody else changed this in the meantime.";
const tooSlow = (id: string): Refusal => ({ id, message: MOVED });

/** Answers the documents that had moved on, as they are now. */
async function once<Signed>(
  batch: readonly DocumentItem[],
  { sign, send }: BulkWork<Signed>,
  { done, refused }: BulkResult,
): Promise<DocumentItem[]> {
  const moved: DocumentItem[] = [];
  const signed: Signed[] = [];
  const sent: DocumentItem[] = [];
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

  const { data, error } = await send(signed).catch((reason: unknown): BulkAnswer => ({ error: new CallFailed(failureOf(reason)) }));
  if (error || !data) {
    refused.push(...sent.map(({ id }) => ({ id, message: failureOf(error).message })));
    return moved;
  }
  done.push(...data.data.map(whole));
  for (const one of data.errors) {
    const { reason, message, details } = failureIn(one);
    const current = details?.["current"];
    if (reason === "version_conflict" && current) moved.push(whole(current as SentItem));
    else refused.push({ id: one.id, message });
  }
  return moved;
}
