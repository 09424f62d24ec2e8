/** Which of the things an entry names is the one it is about. */
import { itemsOf } from "../../app/kindItems";
import type { AuditEntry } from "../../api/oversight";
import type { Say } from "../../i18n/say";
import type { NameOf, Target } from "../../lists/activity/useTargetNames";
import { isFindable } from "../../lists/finding/kinds";

/** These say where something happened, and not to what. */
const PLACES = ["session", "account", "key_log", "account_head", "read_models", "security_log", "access_log", "status_board", "topic_list", "profile_tree", "damage"];

/** As much of an entry as says what it is about. */
export interface Subjects {
  action: string;
  targets: readonly Target[];
  actor: Pick<AuditEntry["actor"], "id">;
}

/** At most two: "approved a device for a role Finance, Jonas". Of a visit all roles are named. */
const MOST_NAMED = 2;
const MOST_ROLES = 8;

export function aboutWhat({ action, targets, actor }: Subjects): Target[] {
  const about = targets.filter(({ kind, id }) => !PLACES.includes(kind) && id !== actor.id);
  return about.slice(0, action === "role_bundle.read" ? MOST_ROLES : MOST_NAMED);
}

interface NamedTarget {
  id: string;
  /** `null`: this device cannot open it. */
  name: string | null;
}

/**
 * What entries that are shown as one are about. What has no name at all is left out, and a name is said once: a file is
 * called as its document is.
 */
export function namedIn(entries: readonly Subjects[], nameOf: NameOf): NamedTarget[] {
  const said = new Set<string | null>();
  return entries.flatMap(aboutWhat).flatMap((target) => {
    const name = nameOf(target);
    if (name === undefined || said.has(name)) return [];
    said.add(name);
    return [{ id: target.id, name }];
  });
}

export function kindWord(say: Say, kind: string): string {
  if (isFindable(kind)) return itemsOf(kind).logged(say);
  switch (kind) {
    case "saved_filter":
      return say("audit.kind.savedFilter", "Saved filter");
    case "status":
      return say("audit.kind.status", "Status");
    case "topic":
      return say("audit.kind.topic", "Topic");
    case "profile_group":
      return say("audit.kind.profileGroup", "Profile group");
    case "profile_sub_group":
      return say("audit.kind.profileSubGroup", "Sub-group");
    case "file":
      return say("audit.kind.file", "File");
    case "damage":
      return say("audit.kind.damage", "Damage");
    case "user":
      return say("audit.kind.user", "Person");
    case "role":
      return say("audit.kind.role", "Role");
    case "role_keyring":
      return say("audit.kind.roleKey", "Role key");
    case "device":
      return say("audit.kind.device", "Device");
    case "invitation":
      return say("audit.kind.invitation", "Invitation");
    case "session":
      return say("audit.kind.session", "Session");
    case "passkey":
      return say("audit.kind.passkey", "Passkey");
    case "account":
      return say("audit.kind.account", "Account");
    case "email":
      return say("audit.kind.email", "Email");
    case "key_log":
      return say("audit.kind.keyLog", "Key record");
    case "access_log":
      return say("audit.kind.accessLog", "Access record");
    case "security_log":
      return say("audit.kind.securityLog", "Security record");
    case "activity":
      return say("audit.kind.activity", "Finding");
    case "account_head":
    case "read_models":
      return say("audit.kind.accountHead", "State of the account");
    default:
      return kind.replace(/_/g, " ");
  }
}
