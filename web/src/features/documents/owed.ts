/** What roles are still owed: wraps of documents that were written while the role's key was about to be renewed. */
import type { DocumentItem } from "../../api/documents";
import type { KeyRole } from "../../keyring/contract";

export interface Debt {
  item: DocumentItem;
  roles: string[];
}

/** Only roles that have their new key: before that nobody can share with them. */
export function debtsOf(items: readonly DocumentItem[], roles: readonly KeyRole[]): Debt[] {
  const ready = new Set(roles.filter(({ generation, rollDue }) => generation > 0 && !rollDue).map(({ roleId }) => roleId));
  return items.flatMap((item) => {
    const payable = (item.owed ?? []).filter((id) => ready.has(id));
    return payable.length > 0 ? [{ item, roles: payable }] : [];
  });
}
