/** When an item was made, and by whom: by its first statement, once that is known here. */
import { dayAt, formatDay } from "../dates/days";
import { useSay } from "../i18n/say";
import { usePeople } from "./people/people";
import { useDates } from "../session/useSession";
import type { Item } from "./item";

export function AddedBy({ item: { createdAt, createdBy } }: { item: Pick<Item, "createdAt" | "createdBy"> }) {
  const say = useSay();
  const dates = useDates();
  const people = usePeople();
  if (createdAt === null) return null;
  const day = formatDay(dayAt(new Date(createdAt), dates.zone), dates);
  return (
    <p className="hint">
      {createdBy === null
        ? say("documents.added", "Added {day}", { day })
        : say("documents.addedBy", "Added {day} by {person}", { day, person: people.of(createdBy).name })}
    </p>
  );
}
