/** Who may act on whom, by what the key record says that each may do with keys. */
import type { KeyOverview } from "../../keyring/contract";

const MANAGE_MEMBERS = 1;

/** A member may act on another only with all key capabilities of that member. */
export function mayActOn({ capabilities }: Pick<KeyOverview, "capabilities">, author: string, about: string): boolean {
  if (author === about) return true;
  const [mine, theirs] = [capabilities[author] ?? 0, capabilities[about] ?? 0];
  return (mine & MANAGE_MEMBERS) !== 0 && (mine & theirs) === theirs;
}
