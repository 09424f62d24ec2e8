/** The sentences for refused acts, by the reason and the code that come with a refusal. What else a server says of it is its word. */
import type { Say } from "./say";

/** The sentence for one reason; nothing for those that only a broken client meets. */
export function sayReason(say: Say, reason: string): string | undefined {
  switch (reason) {
    case "version_conflict":
    case "revision_conflict":
    case "key_log_moved":
    case "stale_generation":
    case "already_completed":
      return say("refused.changed", "Someone else changed this in the meantime. Look at it again, then repeat your change.");
    case "storage_limit":
      return say("refused.storage", "Your plan has not enough storage left for this file.");
    case "file_size":
    case "too_large":
      return say("refused.fileSize", "This file is larger than your plan allows.");
    case "seat_limit":
      return say("members.refused.seats", "Your plan has no seat left. Remove someone, cancel an invitation, or change the plan.");
    case "privilege_ceiling":
      return say("members.refused.ceiling", "This role may do more than yours. Ask an owner.");
    case "no_authority":
    case "capabilities":
      return say("members.ownersOnly", "Only an owner can do this.");
    case "not_holder":
      return say("members.refused.notHolder", "You do not hold all keys of this role. Ask someone who does.");
    case "roll_due":
    case "wraps_incomplete":
      return say("refused.rollDue", "A role that can read this gets a new key first. Try again in a moment.");
    case "over_limits":
      return say("refused.overLimits", "This account uses more than that plan includes.");
    case "already_subscribed":
      return say("refused.subscribed", "This account already has a plan.");
    case "code":
      return say("refused.voucher", "This is not a voucher code.");
    case "not_empty":
    case "profile_has_items":
    case "file_in_use":
    case "role_in_use":
    case "last_in_category":
      return say("refused.inUse", "This is still in use. Move or delete what belongs to it first.");
    case "deleted":
      return say("refused.inBin", "This is in the bin. Restore it first.");
    case "file_not_ready":
    case "file_required":
    case "upload_damaged":
    case "upload_gone":
      return say("refused.upload", "The file did not arrive whole. Start again.");
    case "closing":
    case "erasing":
      return say("refused.closing", "This account is being closed.");
    case "suspended":
      return say("refused.suspended", "This account is suspended. You can read and export it.");
    case "invited_already":
      return say("invite.otherwise", "This address was already invited with another role. Cancel that invitation first.");
    case "already_member":
      return say("refused.member", "This person is already a member.");
    case "invite_expired":
      return say("join.ended", "This invitation is no longer valid. Ask for a new one.");
    case "email_unverified":
      return say("join.unverified", "Verify your email address first: sign in with a verification code.");
    case "disclosure_off":
      return say("refused.disclosure", "This account now keeps that from the server. Reload and try again.");
    case "due_on_required":
      return say("tasks.dueOnRequired", "This task has come again. Choose a new due date as well.");
    case "personal_roles_off":
      return say("refused.private", "This account does not allow private items.");
    case "step_up_required":
    case "session_not_fresh":
      return say("refused.confirm", "Confirm that it is you first.");
    case "outcome_unknown":
      return say("refused.unknown", "It is not known whether this was saved. Check before you try again.");
    default:
      return undefined;
  }
}

/** The sentence for a kind of refusal, where no reason says more. */
export function sayCode(say: Say, code: string): string | undefined {
  switch (code) {
    case "permission_denied":
      return say("refused.permission", "Your role does not allow this.");
    case "not_found":
      return say("refused.notFound", "This does not exist, or you cannot open it.");
    case "already_exists":
      return say("refused.exists", "This already exists.");
    case "aborted":
      return say("refused.changed", "Someone else changed this in the meantime. Look at it again, then repeat your change.");
    case "failed_precondition":
      return say("refused.now", "This is not possible right now.");
    case "invalid_argument":
    case "out_of_range":
      return say("refused.invalid", "The server did not accept this.");
    case "resource_exhausted":
      return say("refused.limit", "A limit was reached.");
    case "unavailable":
    case "deadline_exceeded":
      return say("refused.unavailable", "The server does not respond properly. Try again in a moment.");
    case "internal":
      return say("refused.internal", "Something failed on the server.");
    case "data_loss":
      return say("refused.damaged", "This is damaged and cannot be read.");
    case "unimplemented":
      return say("refused.outdated", "Coffer was updated. Reload and try again.");
    default:
      return undefined;
  }
}

/** What is wrong with one field, by the rule that it breaks. */
export function sayRule(say: Say, rule: string): string {
  switch (rule) {
    case "required":
      return say("refused.field.required", "This is needed.");
    case "minLength":
    case "min":
      return say("refused.field.small", "This is too short or too small.");
    case "maxLength":
    case "max":
      return say("refused.field.large", "This is too long or too large.");
    default:
      return say("refused.field.wrong", "The server did not accept this value.");
  }
}
