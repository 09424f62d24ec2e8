/**
 * An answer as a screen shows it: what came last stays when asking again fails.
 *
 * A screen that checks for errors first would remove what a person is reading because of a background call.
 * So screens ask here, and a law keeps them from asking elsewhere.
 */
import { failureOf, type ApiFailure } from "./failure";

export interface Asked<Data> {
  data?: Data | undefined;
  /** What was answered to exactly this question, where an earlier one may still be on the screen. */
  currentData?: unknown;
  isError: boolean;
  error?: unknown;
  isFetching?: boolean;
  startedTimeStamp?: number | undefined;
  refetch: () => unknown;
}

export interface Held<Data> {
  data: Data | undefined;
  /** There is nothing to show, and this is why. */
  failure: ApiFailure | null;
  /** What is shown could not be refreshed. */
  late: boolean;
  again: () => void;
}

/** When a list without filters was asked for that is answered whole; nothing while it is being asked for. */
export const wholeSince = ({ isError, isFetching, startedTimeStamp }: Pick<Asked<unknown>, "isError" | "isFetching" | "startedTimeStamp">): number | undefined =>
  isError || isFetching ? undefined : startedTimeStamp;

/** Not for this person any more, or not there any more: these are answers, and what was shown before is none. */
const ANSWERS = [403, 404];

export function held<Data>(asked: Asked<Data>): Held<Data> {
  const again = () => void asked.refetch();
  if (!asked.isError) return { data: asked.data, failure: null, late: false, again };
  const failure = failureOf(asked.error);
  const data = "currentData" in asked && asked.currentData === undefined ? undefined : asked.data;
  if (data === undefined || ANSWERS.includes(failure.status)) return { data: undefined, failure, late: false, again };
  return { data, failure: null, late: true, again };
}
