/** Emails as a list shows them: one that was sent alone, or all of one batch together. */
import type { SentEmail } from "../../api/emails";
import { isWaiting, type State } from "./states";

export interface Group {
  id: string;
  batchId: string | null;
  /** The newest first. */
  emails: SentEmail[];
}

/** In the order of the list; a batch stands where its newest email does. */
export function grouped(emails: readonly SentEmail[]): Group[] {
  const groups = new Map<string, Group>();
  for (const email of emails) {
    const id = email.batchId ?? email.id;
    const group = groups.get(id) ?? { id, batchId: email.batchId, emails: [] };
    if (!groups.has(id)) groups.set(id, group);
    group.emails.push(email);
  }
  return [...groups.values()];
}

const ORDER: readonly State[] = ["queued", "deferred", "sent", "delivered", "bounced", "complained", "failed", "suppressed", "cancelled"];

/** How many are in which state, in the order in which an email goes through them. */
export function countsOf(emails: readonly Pick<SentEmail, "state">[]): [State, number][] {
  return ORDER.flatMap((state): [State, number][] => {
    const count = emails.filter((email) => email.state === state).length;
    return count > 0 ? [[state, count]] : [];
  });
}

export const waitingIn = (emails: readonly Pick<SentEmail, "state">[]): number => emails.filter(({ state }) => isWaiting(state)).length;
