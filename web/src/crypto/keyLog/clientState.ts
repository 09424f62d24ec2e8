/**
 * The state of a client: what it may do follows from what it has verified. Without a head there is no state to trust.
 *
 * An anchor says which account this is. An answer without a head, or an empty log, where an anchor is known is no gap
 * to be patient about: a server that answers nothing would switch off every check that rests on heads.
 */

export type Anchor = "none" | "link" | "qr" | "file" | "pin" | "comparison" | "signature" | "genesis";

export interface ClientFacts {
  readonly anchor: Anchor;
  /** The anchor is that of the log that was replayed. */
  readonly anchorFits: boolean;
  /** The account of the anchor is the account of the session. */
  readonly sameAccount: boolean;
  readonly log: "some" | "none";
  /** What became of the last head: it fits, none was answered, the network gave none, or a check failed. */
  readonly head: "fits" | "missing" | "unreachable" | "refused";
  /** Minutes since the newest head that was taken was made; `null` before the first one. */
  readonly headAgeMinutes: number | null;
}

export type ClientState = "starting" | "empty" | "unconfirmed" | "verified" | "late" | "alarm";

const LATE_AFTER_MINUTES = 120;

export function clientState({ anchor, anchorFits, sameAccount, log, head, headAgeMinutes }: ClientFacts): ClientState {
  const anchored = anchor !== "none";
  if (head === "refused" || (anchored && (!anchorFits || !sameAccount))) return "alarm";
  if (log === "none" && !anchored) return "empty";
  if (log === "none" || head === "missing") return anchored && anchor !== "genesis" ? "alarm" : "starting";
  if (headAgeMinutes === null) return "starting";
  if (!anchored) return "unconfirmed";
  return headAgeMinutes > LATE_AFTER_MINUTES ? "late" : "verified";
}
