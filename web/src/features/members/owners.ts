/** Who owns the account, and who could. */
import type { Member } from "../../api/accounts";

export const isOwner = ({ role }: Pick<Member, "role">): boolean => role === "owner";

/** The only owner. */
export function isOnlyOwner(members: readonly Pick<Member, "id" | "role">[], userId: string): boolean {
  const owners = members.filter(isOwner);
  return owners.length === 1 && owners[0]?.id === userId;
}
