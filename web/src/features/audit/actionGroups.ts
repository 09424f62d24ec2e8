/** Actions by what people look for: the door, keys, people, documents, contacts, tasks, the account, mail, what was refused. */
import { KIND_ITEMS } from "../../app/kindItems";
import type { Say } from "../../i18n/say";

/** What happens to items of the kinds that stand together. */
const actsOf = (wanted: (typeof KIND_ITEMS)[number]["group"]): readonly string[] =>
  KIND_ITEMS.filter(({ group }) => group === wanted).flatMap(({ kind, acts }) => Object.keys(acts).map((act) => `${kind}.${act}`));

export const ACTION_GROUPS = {
  signIn: [
    "session.started", "session.ended", "session.refreshed", "session.account_switched", "session.device_tied",
    "sign_in.failed", "code.requested", "code.rejected", "passkey.added", "passkey.renamed", "passkey.removed", "passkey.used",
    "user.registered", "user.email_verified", "user.email_changed", "user.password_set", "user.renamed", "user.erasure_requested", "user.erased",
    "social_identity.linked", "social_identity.unlinked",
  ],
  keys: [
    "device.attached", "device.pending", "device.revoked", "device.renamed", "device.recovery_used", "device.view_seen",
    "recovery.read", "key_log.statement_appended", "role_key.created", "role_key.granted", "role_key.rolled",
    "role_key.withdrawn", "role_key.link_added", "role_bundle.read", "notice.given", "notice.mailed", "notice.read", "notice.done",
  ],
  people: [
    "member.joined", "member.removed", "member.role_changed", "member.reading_changed", "invitation.sent",
    "invitation.resent", "invitation.accepted", "invitation.cancelled", "invitation.expired", "seat.reserved",
    "seat.released", "role.defined", "role.changed", "role.retired",
  ],
  documents: [
    ...actsOf("documents"), "file.read", "file.found_damaged", "file.damage_ended", "file.linked", "file.unlinked", "file.purged",
    "file.upload_opened", "file.upload_finalised", "file.upload_abandoned", "file.wraps_changed", "data.read",
  ],
  profiles: actsOf("profiles"),
  contacts: actsOf("contacts"),
  tasks: [...actsOf("tasks"), "comment.revised", "comment.removed", "comment.shared", "reminder.fired", "reminder.missed"],
  filters: [
    "saved_filter.saved", "saved_filter.revised", "saved_filter.audience_changed", "saved_filter.shared",
    "saved_filter.scope_changed", "saved_filter.pinned", "saved_filter.unpinned", "saved_filter.removed",
  ],
  orders: [
    "status_board.begun", "status.added", "status.revised", "status.shared", "status.moved", "status.made_default",
    "status.default_ended", "status.removed", "topic.added", "topic.revised", "topic.shared", "topic.moved", "topic.removed",
    "profile_group.added", "profile_group.revised", "profile_group.shared", "profile_group.moved",
    "profile_group.removed", "profile_sub_group.added", "profile_sub_group.revised", "profile_sub_group.shared",
    "profile_sub_groups.ordered", "profile_sub_group.removed",
  ],
  account: [
    "account.opened", "account.renamed", "account.closed", "account.reopened", "account.suspended",
    "account.reactivated", "account.erased", "erasure.started", "erasure.step_done", "erasure.proved", "account_head.signed", "read_models.digested", "subscription.started", "subscription.changed",
    "payment.marked_overdue", "voucher.issued", "voucher.redeemed", "voucher.revoked", "date_format.changed",
    "language.changed", "zone.changed", "disclosure.changed", "security_policy.changed", "expiry_policy.changed",
    "profile_types.ordered",
  ],
  mail: [
    "email.queued", "email.sent", "email.delivered", "email.failed", "email.deferred", "email.cancelled", "email.bounced", "email.complained",
    "email.suppressed", "email_batch.accepted", "email_batch.finished", "email_batch.cancelled", "mail_day.counted", "suppression.added",
    "suppression.released", "suppression.tried", "digest.given", "digest.chosen",
  ],
  security: [
    "access.denied", "action.denied", "rate.limited", "client.reported", "user.banned", "user.unbanned", "user.platform_role_changed",
    "passkey.counter_went_back", "session.used_after_end", "impersonation.started", "impersonation.ended",
    "activity.detected", "activity.repeated", "activity.acknowledged", "activity.resolved",
  ],
} satisfies Record<string, readonly string[]>;

export type ActionGroup = keyof typeof ACTION_GROUPS;

export const isActionGroup = (name: string): name is ActionGroup => Object.hasOwn(ACTION_GROUPS, name);

export function groupWord(say: Say, group: ActionGroup): string {
  switch (group) {
    case "signIn":
      return say("audit.group.signIn", "Sign-in");
    case "keys":
      return say("audit.group.keys", "Keys and devices");
    case "people":
      return say("audit.group.people", "Members and roles");
    case "documents":
      return say("audit.group.documents", "Documents and files");
    case "profiles":
      return say("audit.group.profiles", "Profiles");
    case "contacts":
      return say("audit.group.contacts", "Contacts and vendors");
    case "tasks":
      return say("audit.group.tasks", "Tasks");
    case "filters":
      return say("audit.group.filters", "Saved filters");
    case "orders":
      return say("audit.group.orders", "Statuses, topics and groups");
    case "account":
      return say("audit.group.account", "Account and plan");
    case "mail":
      return say("audit.group.mail", "Email");
    case "security":
      return say("audit.group.security", "Refused and reported");
  }
}
