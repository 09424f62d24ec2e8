/** The secret parts of invitation links, kept in this tab until the browser is attached. */
import { ofTab } from "../browser/shelf";

const PREFIX = "coffer.pairing.";

export const keepFragment = (id: string, fragment: string): void => ofTab.set(PREFIX + id, fragment);
export const forgetFragment = (id: string): void => ofTab.remove(PREFIX + id);

export function carriedFragments(): { id: string; fragment: string }[] {
  return ofTab
    .names()
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ id: name.slice(PREFIX.length), fragment: ofTab.get(name) ?? "" }));
}
