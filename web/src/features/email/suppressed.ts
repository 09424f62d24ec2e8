/** Whom the server does not write to. It says how many there are: who they are shows once all others are in its list. */
import type { AcceptedBatch, SentEmail } from "../../api/emails";
import type { LeftOut, Recipient } from "./recipients";
import { wentTo } from "./told";

/** Empty while that is not certain. */
export function suppressedOf(recipients: readonly Recipient[], accepted: Pick<AcceptedBatch, "accepted" | "suppressed" | "invalid">, emails: readonly SentEmail[]): LeftOut[] {
  if (accepted.suppressed === 0 || (accepted.accepted > 0 && emails.length < accepted.accepted)) return [];
  const invalid = new Set(accepted.invalid.map(({ index }) => index));
  const missing = recipients.filter(({ address }, index) => !invalid.has(index) && !wentTo(emails, address));
  // A member may sign in with another address than the one that this device knows: then nobody is named for it.
  if (missing.length !== accepted.suppressed) return [];
  return missing.map(({ key, called }) => ({ key, called, why: "suppressed" }));
}
