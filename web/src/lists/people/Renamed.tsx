/** A name that only its person has signed, wherever somebody is chosen or decided about, and in the list of all. */
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import type { Person } from "./people";

/** Whoever takes the name of somebody else is seen to have had another; nothing for all others. */
export function Renamed({ person: { name, renamed } }: { person: Person }) {
  const say = useSay();
  const dates = useDates();
  if (!renamed) return null;
  const { at, before } = renamed;
  const day = formatDay(dayAt(new Date(at), dates.zone), dates);
  return (
    <span className="hint">
      {before
        ? say("members.renamed", "Changed by themselves on {day}. Before: {before}", { day, before: before.name === name ? before.email : before.name || before.email })
        : say("members.renamedUnseen", "Changed by themselves on {day}. Coffer has not seen the name before.", { day })}
    </span>
  );
}
