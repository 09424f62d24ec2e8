/** What this device found out about an entry, in words. */
import type { Say } from "../../i18n/say";
import type { EntryProof, LogFault, Standing } from "../../keyring/sealedLog/check";

export type ProofsById = ReadonlyMap<string, EntryProof>;

/**
 * Only of what is proved is it known that the entry says what stands in the event. That an event is a person's, or not signed
 * yet, is the server's word: it could say so of any entry that it has changed.
 */
export const countChecked = (proofs: ProofsById): number => [...proofs.values()].filter(({ standing }) => standing === "proved").length;

export function standingWord(say: Say, standing: Standing): string {
  switch (standing) {
    case "proved":
      return say("audit.proved", "Checked here: this is the event in the signed log");
    case "hash":
      return say("audit.provedHash", "Only its hash is in the signed log. What it says is the server's word");
    case "waiting":
      return say("audit.waiting", "Not signed yet");
    case "overdue":
      return say("audit.overdue", "Not signed, though it should be by now");
    case "withheld":
      return say("audit.withheld", "The server gave no proof of this entry");
    case "differs":
      return say("audit.differs", "This is not what is in the signed log");
  }
}

export function faultWords(say: Say, fault: LogFault): string {
  switch (fault) {
    case "otherKey":
      return say("audit.fault.key", "It is signed with another key than the one that this browser knows.");
    case "notSigned":
      return say("audit.fault.signature", "Its newest checkpoint is not signed with the key of this log.");
    case "shorter":
      return say("audit.fault.shorter", "It has fewer events than this browser has seen signed.");
    case "other":
      return say("audit.fault.other", "It does not go on from what this browser has seen signed.");
  }
}
