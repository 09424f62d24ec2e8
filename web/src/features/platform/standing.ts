/** How somebody stands: a ban may have ended by itself. */
import type { Person } from "../../api/platform";

export function isBanned({ banned, banExpires }: Pick<Person, "banned" | "banExpires">, now: Date): boolean {
  return banned === true && (!banExpires || new Date(banExpires) > now);
}
