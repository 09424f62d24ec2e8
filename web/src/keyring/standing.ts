/** From which facts the state of this client follows, and which state that is at a given moment: the same in page and worker. */
import { clientState, type ClientFacts, type ClientState } from "../crypto/keyLog/clientState.ts";
import { CryptoError } from "../crypto/errors.ts";

const MINUTE_MS = 60_000;
/** A head that is older keeps nobody verified. */
export const LATE_MS = 120 * MINUTE_MS;

/** When the newest head was made, by itself, and when it was asked for. Nothing of it outlives the page. */
export interface HeadTime {
  readonly time: number;
  readonly askedAt: number;
}

/** The facts that do not change while nothing is asked; the age of the head does. */
export type Standing = Omit<ClientFacts, "headAgeMinutes"> & { readonly headTime: HeadTime | null };

/** A head is as old as it says, and at least as old as the question for it: one from the future keeps nobody fresh. */
export const madeAt = ({ time, askedAt }: HeadTime): number => Math.min(time, askedAt);

export function stateIn({ headTime, ...facts }: Standing, now: number): ClientState {
  const made = headTime && madeAt(headTime);
  return clientState({ ...facts, headAgeMinutes: made === null ? null : (now - made) / MINUTE_MS });
}

const WHY: Readonly<Record<ClientState, string>> = {
  starting: "The account is still being checked. Try again in a moment.",
  empty: "The owner has not set up the keys yet.",
  unconfirmed: "Nobody has confirmed yet that this is the right account.",
  verified: "This was done already.",
  late: "Not checked for two hours. You can read; saving waits.",
  alarm: "The server no longer shows the record of this account.",
};

/** Refused because of the state of the client; the name is what pages ask for. */
export class NotInThisState extends CryptoError {
  constructor(state: ClientState) {
    super(state === "alarm" ? "data_loss" : "failed_precondition", WHY[state]);
    this.name = "NotInThisState";
  }
}

export function demandState(state: ClientState, permitted: readonly ClientState[]): void {
  if (!permitted.includes(state)) throw new NotInThisState(state);
}
