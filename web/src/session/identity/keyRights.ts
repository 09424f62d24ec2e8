/** What a person may do with keys, as the key record says it. */
import type { Say } from "../../i18n/say";

const MANAGES = { members: 1, roles: 2, rights: 4 };

export function keyRightsOf(say: Say, capabilities: number): string {
  if (capabilities & MANAGES.rights) return say("roles.keyRights.all", "Approve and remove people, renew keys, and make owners");
  if (capabilities & MANAGES.roles) return say("roles.keyRights.manage", "Approve and remove people, and renew keys");
  if (capabilities & MANAGES.members) return say("roles.keyRights.members", "Approve and remove people");
  return say("roles.keyRights.none", "None");
}
