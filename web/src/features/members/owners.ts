/** Who owns the account, and who could: those to whom the key record gives the role of an owner. */
import type { KeyOverview } from "../../keyring/contract";
import type { NamedRole } from "../../lists/people/roles";

export function ownersOf({ roles }: Pick<KeyOverview, "roles">, named: readonly Pick<NamedRole, "id" | "key">[]): readonly string[] {
  const owner = named.find(({ key }) => key === "owner")?.id;
  return roles.find(({ roleId }) => roleId === owner)?.holders ?? [];
}
