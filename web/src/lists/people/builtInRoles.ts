/** What the roles of every account are called: a table of the client, never the server's word (`crypto.md` section 6). */
import type { Say } from "../../i18n/say";
import type { KnownRole } from "../../keyring/contract";

export function builtInRoleName(say: Say, key: NonNullable<KnownRole["key"]>): string {
  switch (key) {
    case "owner":
      return say("role.owner", "Owner");
    case "admin":
      return say("role.admin", "Admin");
    case "member":
      return say("role.member", "Member");
    case "auditor":
      return say("role.auditor", "Auditor");
    case "analyst":
      return say("role.analyst", "Analyst");
  }
}
