/** Roles and their holders by name, as far as this account's people and the key record tell. */
import { useRoles } from "../../api/accounts";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useDates, useSignedIn } from "../../session/useSession";

export function usePeople(overview: KeyOverview) {
  const say = useSay();
  const roles = useRoles();
  const { account } = useSignedIn();
  const { language } = useDates();
  const list = new Intl.ListFormat(language);
  const either = new Intl.ListFormat(language, { type: "disjunction" });
  const replayed = (id: string) => overview.roles.find(({ roleId }) => roleId === id);

  const roleName = (id: string): string =>
    replayed(id)?.name ?? roles.find((role) => role.id === id)?.name ?? say("keys.unnamedRole", "Unnamed role");
  const personName = (id: string): string => {
    const found = account.users.find((one) => one.id === id);
    return found ? found.name || found.email : say("keys.formerMember", "Former member");
  };
  return {
    roleName,
    roleNames: (ids: readonly string[]): string => list.format(ids.map(roleName)),
    holdersOf: (roleId: string): string => either.format((replayed(roleId)?.holders ?? []).map(personName)),
  };
}
