/** The state of a user: a ban may have expired. */
import type { Person } from "../../api/platform";

export function isBanned({ banned, banExpires }: Pick<Person, "banned" | "banExpires">, now: Date): boolean {
  return banned === true && (!banExpires || new Date(banExpires) > now);
}
