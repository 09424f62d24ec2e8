/** What people are told when the server has lost something, or has no room left. */
import type { Say } from "./say";

export const lostFile = (say: Say): string =>
  say("preview.lost", "The server has lost this file or a part of it. Ask the people who run Coffer for you to restore it from a backup.");

/** Trouble of the server that a person can do something about. */
export function ofTheServer(say: Say, reason: string | undefined): string | undefined {
  switch (reason) {
    case "disk_full":
      return say("refusal.diskFull", "The server has no room left. Nothing was saved. Try again later, or tell the people who run Coffer for you.");
    case "object_damaged":
      return lostFile(say);
    default:
      return undefined;
  }
}
