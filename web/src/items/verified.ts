/** What was verified of answers that a page has shown, for what works beside the pages. It goes with the answers themselves. */
import type { Answered } from "../api/answered";
import type { VerifiedItem } from "../keyring/contract";

const known = new WeakMap<Answered, VerifiedItem>();

export function noteVerified(answer: Answered, verified: VerifiedItem): void {
  known.set(answer, verified);
}

/** Undefined for what no page has opened yet. */
export const verifiedOf = (answer: Answered): VerifiedItem | undefined => known.get(answer);
