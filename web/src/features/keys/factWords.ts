/** What a statement of the key record says, as a sentence goes on after the name of who signed it. */
import type { Say } from "../../i18n/say";
import type { KeyFact } from "../../keyring/contract";
import type { Names } from "./names";

type Written = Pick<KeyFact, "type" | "authorId" | "roleId" | "userId" | "deviceId" | "generation">;

export function factWords(say: Say, fact: Written, names: Names): string {
  const { roleId, userId, deviceId, authorId } = fact;
  const role = roleId === null ? "" : names.role(roleId);
  const person = userId === null ? "" : names.person(userId);
  const device = deviceId === null ? "" : names.device(deviceId);
  const own = userId === authorId;
  const generation = fact.generation ?? 1;

  switch (fact.type) {
    case "device.add":
      return say("keys.fact.device.add", "added {device}", { device });
    case "device.revoke":
      return own
        ? say("keys.fact.device.revokeOwn", "removed {device}", { device })
        : say("keys.fact.device.revoke", "removed {device} of {person}", { device, person });
    case "user.vouch":
      return say("keys.fact.user.vouch", "approved {person}", { person });
    case "user.person":
      return own ? say("keys.fact.user.personOwn", "confirmed their name and email") : say("keys.fact.user.person", "confirmed the name and email of {person}", { person });
    case "user.remove":
      return own ? say("keys.fact.user.left", "left the account") : say("keys.fact.user.remove", "removed {person}", { person });
    case "capability.set":
      return say("keys.fact.capability.set", "changed what {person} may manage", { person });
    case "role.create":
      return generation > 1
        ? say("keys.fact.role.restart", "restarted the key of {role}, generation {generation}", { role, generation })
        : say("keys.fact.role.create", "created the key of {role}", { role });
    case "role.set":
      return say("keys.fact.role.set", "set the name and the rights of {role}", { role });
    case "audience.default":
      return say("keys.fact.audience.default", "set who reads new items");
    case "role.assign":
      return say("keys.fact.role.assign", "gave {role} to {person}", { role, person });
    case "role.unassign":
      return say("keys.fact.role.unassign", "removed {role} from {person}", { role, person });
    case "role.roll":
      return say("keys.fact.role.roll", "rolled {role} to generation {generation}", { role, generation });
    case "invite.create":
      return say("keys.fact.invite.create", "invited someone as {role}", { role });
    case "invite.cancel":
      return say("keys.fact.invite.cancel", "cancelled an invitation");
    case "account.policy":
      return say("keys.fact.account.policy", "changed the security rules");
    default:
      return fact.type;
  }
}
