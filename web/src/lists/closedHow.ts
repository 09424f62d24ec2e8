/** Why an item says nothing, and what can be done about it. */
import type { Say } from "../i18n/say";
import type { Opening } from "../keyring/react";
import type { RoleNames } from "./people/people";
import type { Item } from "./item";
import { alarmSaid } from "./alarms";
import { neededRoles } from "./marks";

interface Closed {
  item: Pick<Item, "audience">;
  opening: Opening<unknown>;
}

export function closedHow({ item, opening }: Closed, say: Say, roles: RoleNames): string {
  if (opening.name === "sealed" && opening.locked)
    return say("sealed.lockedHow", "Unlock or set up this browser to read this.");
  if (opening.name === "sealed")
    return say("documents.sealedHow", "Someone with the {role} role can approve this device under Keys & devices.", {
      role: neededRoles(item, roles, say),
    });
  if (opening.name === "broken" && opening.unfit)
    return say("items.unfitHow", "Its content is incomplete or in a form that Coffer does not know, so it cannot be shown. You can delete it.");
  if (opening.name === "alarm") return alarmSaid(opening.word, say);
  return say("documents.brokenHow", "The server's copy does not match what was signed. A colleague may still have it.");
}
