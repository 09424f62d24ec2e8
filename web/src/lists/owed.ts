/** What roles are still owed: wraps of items that were written while the role's key was about to be renewed. */
import type { KeyRole, VerifiedItem } from "../keyring/contract";

export interface Debt<Owing> {
  item: Owing;
  roles: string[];
}

/** Only roles that have their new key, and only items whose statements were verified. */
export function debtsOf<Owing>(
  items: readonly Owing[], verifiedOf: (item: Owing) => Pick<VerifiedItem, "owed"> | undefined, roles: readonly KeyRole[],
): Debt<Owing>[] {
  const ready = new Set(roles.filter(({ generation, rollDue }) => generation > 0 && !rollDue).map(({ roleId }) => roleId));
  return items.flatMap((item) => {
    const payable = (verifiedOf(item)?.owed ?? []).filter((id) => ready.has(id));
    return payable.length > 0 ? [{ item, roles: payable }] : [];
  });
}
