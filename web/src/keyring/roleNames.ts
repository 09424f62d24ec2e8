/** What roles are called, as far as more than the server's word stands behind it. */
import { builtInRoleId, type BuiltInRole, type Id } from "../crypto/ids.ts";
import type { RoleRow } from "./calls.ts";

/** Their ids follow from the account and the key here, so nobody can give one of them another's name. */
const BUILT_IN: Readonly<Record<BuiltInRole, string>> = {
  owner: "Owner", admin: "Admin", member: "Member", auditor: "Auditor", analyst: "Analyst",
};

/** Names of the built-in roles of an account by their ids. */
export async function builtInNames(account: Id): Promise<ReadonlyMap<Id, string>> {
  const keys = Object.keys(BUILT_IN) as BuiltInRole[];
  return new Map(await Promise.all(keys.map(async (key) => [await builtInRoleId(account, key), BUILT_IN[key]] as const)));
}

/** The name that the id implies or that the log commits to; nothing for any other. */
export async function confirmedName(
  role: Id, row: RoleRow | undefined, builtIn: ReadonlyMap<Id, string>,
  fits: (named: { role: Id; name: string; saltB64u: string }) => Promise<boolean>,
): Promise<string | null> {
  const implied = builtIn.get(role);
  if (implied !== undefined) return implied;
  const { name, nameSaltB64u: saltB64u } = row ?? {};
  if (name === undefined || !saltB64u) return null;
  return (await fits({ role, name, saltB64u })) ? name : null;
}
