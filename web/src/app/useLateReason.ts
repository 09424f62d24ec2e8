/** The one reason why nothing is saved while this browser could not check the account for two hours. */
import { formatTime } from "../dates/moments";
import { useSay } from "../i18n/say";
import { useStanding } from "../keyring/react";
import { useDates } from "../session/useSession";

/** Nothing while it could. */
export function useLateReason(): string | undefined {
  const say = useSay();
  const dates = useDates();
  const { is, checkedAt } = useStanding();
  if (is !== "late" || checkedAt === null) return undefined;
  return say("late.reason", "Not checked since {time}. You can read; saving waits.", { time: formatTime(new Date(checkedAt).toISOString(), dates) });
}
