/** Small signs of a task: who does it, what it is about, and how much of it is done. */
import { SquareCheck } from "lucide-react";

import type { TopicEntry } from "../../lists/boards/topics";
import { EntryName } from "../../lists/boards/EntryName";
import { Avatar } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import { linesOf, type TaskPayload } from "../../payloads/task";
import type { People } from "../../lists/people/people";
import styles from "./Tasks.module.css";

interface FacesProps {
  ids: readonly string[];
  personOf: People["of"];
}

/** The faces of those who do it; their names are said. */
export function Faces({ ids, personOf }: FacesProps) {
  const say = useSay();
  const named = ids.map(personOf);
  if (named.length === 0) return null;
  const names = named.map(({ name }) => name).join(", ");
  return (
    <span className={styles["people"]} title={names}>
      {named.slice(0, 3).map(({ id, face }) => (
        <Avatar key={id} id={id} name={face} />
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
    <span className={styles["inline"]} role="img" aria-label={say("tasks.ticked", "{done} of {total} ticked", { done, total: lines.length })}>
      <SquareCheck />
      <bdi dir="ltr">
        {done}/{lines.length}
      </bdi>
    </span>
  );
}
