/** The roles that the server lists, each by its confirmed name: for those who choose one, and see what it may do. */
import { useMemo } from "react";

import { useListRolesQuery, type Role } from "../../api/accounts";
import type { KnownRole, Standing } from "../../keyring/contract";
import { useDirectory } from "../../keyring/useDirectory";
import { useRoleNames } from "./people";

/** A role of the account by its confirmed name; what it may do is the server's word. */
export interface NamedRole extends Omit<Role, "name" | "key"> {
  name: string;
  key: KnownRole["key"];
  standing: Standing;
}

const NONE: never[] = [];

/** Empty until they are known. */
export function useRoles(): readonly NamedRole[] {
  const names = useRoleNames();
  const known = useDirectory()?.roles;
  const rows = useListRolesQuery().data?.data;
  return useMemo(() => {
    if (!rows || !known) return NONE;
    return rows.flatMap((row): NamedRole[] => {
      const role = known.find(({ id }) => id === row.id);
      return role ? [{ ...row, key: role.key, name: names.get(row.id) ?? "", standing: role.standing }] : [];
    });
  }, [names, known, rows]);
}
