/** What a number, an address or a place is for. */
import type { Option } from "../../components/Select";
import type { Say } from "../../i18n/say";

export const LABELS = ["work", "home", "mobile", "other"] as const;

/** Custom labels are kept as typed. */
export function labelWord(say: Say, label: string): string {
  switch (label) {
    case "work":
      return say("reach.work", "Work");
    case "home":
      return say("reach.home", "Home");
    case "mobile":
      return say("reach.mobile", "Mobile");
    case "other":
      return say("reach.other", "Other");
    default:
      return label;
  }
}

export function labelOptions(say: Say, used: string | undefined): Option[] {
  const known: readonly string[] = LABELS;
  return [...known, ...(used !== undefined && !known.includes(used) ? [used] : [])].map((value) => ({ value, label: labelWord(say, value) }));
}
