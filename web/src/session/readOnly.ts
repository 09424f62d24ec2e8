/** What stays open while an account is read-only: looking, taking one's data along, and paying, closing or reopening. */
import type { Account } from "../api/auth";

const LOOKING = /\.(read|list|export|verify|replay|query)$/;
const SETTLING: readonly string[] = ["billing.manage", "account.update", "account.delete"];

/** Whether nothing but settling what is open may be changed. `now` in milliseconds. */
export function isReadOnly({ state, readOnlyFrom }: Pick<Account, "state" | "readOnlyFrom">, now: number): boolean {
  if (state === "suspended" || state === "closing" || state === "erased") return true;
  return typeof readOnlyFrom === "string" && now >= Date.parse(readOnlyFrom);
}

export const staysOpen = (permission: string): boolean => LOOKING.test(permission) || SETTLING.includes(permission);
