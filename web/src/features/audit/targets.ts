/** Which of the things an entry names is the one it is about. */
import type { AuditEntry } from "../../api/oversight";
import type { Say } from "../../i18n/say";
import type { NameOf, Target } from "../../audit/useTargetNames";

/** These say where something happened, and not to what. */
const PLACES = ["session", "account", "key_log", "account_head", "security_log", "access_log", "status_board", "topic_list", "profile_tree"];

/** As much of an entry as says what it is about. */
export interface Subjects {
  targets: readonly Target[];
  actor: Pick<AuditEntry["actor"], "id">;
}

/** At most two: "granted a role key Finance, Jonas". */
const MOST_NAMED = 2;

export function aboutWhat({ targets, actor }: Subjects): Target[] {
  return targets.filter(({ kind, id }) => !PLACES.includes(kind) && id !== actor.id).slice(0, MOST_NAMED);
}

export function namesIn(entry: Subjects, nameOf: NameOf): string[] {
  return aboutWhat(entry).flatMap((target) => nameOf(target) ?? []);
}

export function kindWord(say: Say, kind: string): string {
  switch (kind) {
    case "document":
      return say("audit.kind.document", "Document");
    case "contact":
      return say("audit.kind.contact", "Contact");
    case "profile":
      return say("audit.kind.profile", "Profile");
    case "vendor":
      return say("audit.kind.vendor", "Vendor");
    case "task":
      return say("audit.kind.task", "Task");
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
      return say("audit.kind.accountHead", "State of the account");
    default:
      return kind.replace(/_/g, " ");
  }
}
