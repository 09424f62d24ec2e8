/** What a call about items says of those that it was not done for. */
import { failureOf, inOwnWords, type ApiFailure } from "../api/failure";
import type { BulkError } from "../api/generated";
import { read } from "../i18n/word";

/** Why one item was not done. */
export interface ItemError extends Omit<BulkError, "message"> {
  message: BulkError["message"] | string;
  /** Read from a refusal already, or failed here: no sentence of the server's is in it. */
  failure?: ApiFailure;
}

/** What a call says of the items that it was about; `current` of one that moved on is in the details of its error. */
export interface BulkAnswer<Item> {
  data?: { data: Item[]; errors: ItemError[] } | undefined;
  error?: unknown;
}

/** In words that come with the first refusal; most lists see none. */
export async function failureIn({ code, message, details, failure }: ItemError): Promise<ApiFailure> {
  if (failure) return failure;
  const reason: unknown = details["reason"];
  const said = typeof message === "string" ? message : read(message);
  const refusal = { status: 200, code, message: code, ...(typeof reason === "string" ? { reason } : {}), details };
  return inOwnWords({ ...refusal, answer: { message: said, fields: [] } });
}

/** Why a call about one item was not done. */
export async function firstFailure({ data, error }: BulkAnswer<unknown>): Promise<ApiFailure | null> {
  if (error) return failureOf(error);
  const refused = data?.errors[0];
  return refused ? failureIn(refused) : null;
}
