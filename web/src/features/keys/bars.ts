/** Why the person of this browser can not approve somebody who waits, however well the safety code fits. */
import type { Say } from "../../i18n/say";
import type { WaitingGrant } from "../../keyring/contract";

export type Bar = "name" | "owner" | "key";

/** `roles`: how many the approval would cover. */
export function barOf({ own, confirmedName, ownerOnly, lacksKey }: WaitingGrant, roles: number): Bar | null {
  if (!own && !confirmedName) return "name";
  if (ownerOnly) return "owner";
  return lacksKey || roles === 0 ? "key" : null;
}

export function sayBar(say: Say, bar: Bar, { name, role }: { name: string; role: string }): string {
  switch (bar) {
    case "name":
      return say("keys.nameDiffers", "The name or email shown here is not what this person signed, so no one can be approved under it. Ask {name} which name and email the account shows there.", { name });
    case "owner":
      return say("keys.ownerOnly", "{role} manages people or keys. Only an owner can approve {name}.", { role, name });
    case "key":
      return say("keys.holdsNone", "This browser has none of the keys that {name} needs. Someone who has them can approve.", { name });
  }
}
