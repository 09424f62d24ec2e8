/** Roles and their holders by name, in sentences. */
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { roleIn, usePeople as useEverybody, useRoleNames } from "../../lists/people/people";
import { useDates } from "../../session/useSession";

export function usePeople(overview: KeyOverview) {
  const say = useSay();
  const roles = useRoleNames();
  const people = useEverybody();
  const { language } = useDates();
  const list = new Intl.ListFormat(language);
  const either = new Intl.ListFormat(language, { type: "disjunction" });
  const roleName = (id: string): string => roleIn(roles, id, say);
  return {
    roleName,
    roleNames: (ids: readonly string[]): string => list.format(ids.map(roleName)),
    holdersOf: (roleId: string): string =>
      either.format((overview.roles.find((role) => role.roleId === roleId)?.holders ?? []).map((id) => people.of(id).name)),
  };
}
