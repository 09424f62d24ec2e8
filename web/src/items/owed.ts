/** What roles are still owed: wraps of items that were written while the role's key was about to be renewed. */
import type { KeyRole } from "../keyring/contract";
import type { Item } from "./item";

export interface Debt<Owing> {
  item: Owing;
  roles: string[];
}

/** Only roles that have their new key. */
export function debtsOf<Owing extends Pick<Item, "owed">>(items: readonly Owing[], roles: readonly KeyRole[]): Debt<Owing>[] {
  const ready = new Set(roles.filter(({ generation, rollDue }) => generation > 0 && !rollDue).map(({ roleId }) => roleId));
  return items.flatMap((item) => {
    const payable = (item.owed ?? []).filter((id) => ready.has(id));
    return payable.length > 0 ? [{ item, roles: payable }] : [];
  });
}
