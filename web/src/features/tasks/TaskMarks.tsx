/** Small signs of a task: when it is due, who does it, what it is about, and where it stands. */
import { Circle, CircleCheck, CircleDashed, CircleX, Contrast, Repeat2, SquareCheck } from "lucide-react";

import type { Member } from "../../api/accounts";
import type { StatusEntry } from "../../boards/statuses";
import type { TopicEntry } from "../../boards/topics";
import { EntryName } from "../../boards/EntryName";
import { classes } from "../../components/classes";
import { Avatar } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import { linesOf, type TaskPayload } from "../../payloads/task";
import { useDates } from "../../session/useSession";
import type { Due } from "../../tasks/rows";
import styles from "./Tasks.module.css";
import { dueWord } from "./words";

export function DueMark({ due, repeats = false }: { due: Due; repeats?: boolean }) {
  const say = useSay();
  const dates = useDates();
  return (
    <time
      dateTime={due.time ? `${due.on}T${due.time}` : due.on}
      className={classes(styles["due"], !due.over && due.when === "overdue" && styles["overdue"], !due.over && (due.when === "today" || due.when === "tomorrow") && styles["soon"])}
    >
      {repeats && <Repeat2 aria-label={say("tasks.repeats", "Repeats")} />}
      <bdi>{dueWord(say, due, dates)}</bdi>
    </time>
  );
}

interface PeopleProps {
  ids: readonly string[];
  members: readonly Member[];
}

/** The faces of those who do it; their names are said. */
export function People({ ids, members }: PeopleProps) {
  const say = useSay();
  const named = ids.map((id) => ({ id, name: members.find((one) => one.id === id)?.name ?? say("access.somebody", "Someone who left") }));
  if (named.length === 0) return null;
  const names = named.map(({ name }) => name).join(", ");
  return (
    <span className={styles["people"]} title={names}>
      {named.slice(0, 3).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      <span className="unseen">{say("tasks.assignedTo", "Assigned to {people}", { people: names })}</span>
    </span>
  );
}

export function TopicNames({ topics }: { topics: readonly TopicEntry[] }) {
  return topics.map((topic) => (
    <span key={topic.id} className={styles["topic"]}>
      <EntryName entry={topic} />
    </span>
  ));
}

/** How much of the checklist is done. */
export function Ticked({ payload }: { payload: TaskPayload }) {
  const say = useSay();
  const lines = linesOf(payload);
  if (lines.length === 0) return null;
  const done = lines.filter((line) => line.done).length;
  return (
    <span className={styles["due"]} role="img" aria-label={say("tasks.ticked", "{done} of {total} ticked", { done, total: lines.length })}>
      <SquareCheck />
      <bdi dir="ltr">
        {done}/{lines.length}
      </bdi>
    </span>
  );
}

/** A ring whose shape says how far it is; in the colour that people gave the status. */
export function StatusMark({ status: { category, outcome, colour, item } }: { status: StatusEntry }) {
  const waits = item.builtin === "waiting";
  const Icon =
    category === "open" ? Circle : category === "active" ? (waits ? CircleDashed : Contrast) : outcome === "cancelled" ? CircleX : CircleCheck;
  return (
    <Icon
      className={classes(styles["ring"], styles[waits ? "waiting" : category])}
      {...(colour && { style: category === "done" ? { fill: `var(--hue-${colour})` } : { color: `var(--hue-${colour})` } })}
      aria-hidden
    />
  );
}
