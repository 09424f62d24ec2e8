/** Texts for what a role allows, and for refused changes of members. */
import type { ApiFailure } from "../../api/failure";
import { sayThrown } from "../../i18n/thrownTexts";
import type { Say } from "../../i18n/say";
import type { NamedRole } from "../../lists/people/roles";

/** Nothing for a role that the account made: how that is described is the server's word. */
export function rightsOf(say: Say, { key }: Pick<NamedRole, "key">): string | null {
  switch (key) {
    case "owner":
      return say("roles.owner.may", "Everything: people, roles, settings, the plan, and closing the account.");
    case "admin":
      return say("roles.admin.may", "People, roles and settings. Not the plan, and not closing the account.");
    case "member":
      return say("roles.member.may", "Documents, tasks, contacts and profiles that members share. No people and no settings.");
    case "auditor":
    case "analyst":
      return say("roles.auditor.may", "Sees what happened and when. Opens no documents.");
    case null:
      return null;
  }
}

export function sayMemberRefusal(say: Say, failure: ApiFailure): string {
  switch (failure.reason) {
    case "last_owner":
      return say("members.refused.lastOwner", "An account needs at least one owner. Make someone else an owner first.");
    case "last_key_holder":
      return say("members.refused.lastHolder", "No one else holds these keys, so what was written for them could no longer be read. Give the keys to someone else first.");
    case "privilege_ceiling":
      return say("members.refused.ceiling", "This role may do more than yours. Ask an owner.");
    case "not_holder":
      return say("members.refused.notHolder", "You do not hold all keys of this role. Ask someone who does.");
    case "no_authority":
    case "capabilities":
      return say("members.ownersOnly", "Only an owner can do this.");
    case "seat_limit":
      return say("members.refused.seats", "Your plan has no seat left. Remove someone, cancel an invitation, or change the plan.");
    case "version_conflict":
    case "not_assigned":
    case "still_assigned":
    case "key_log_moved":
      return say("members.refused.moved", "Someone changed this at the same moment. Nothing more was done. Try again.");
    default:
      return sayThrown(say, failure.message);
  }
}
