/** The topics of an item, one beside the other. */
import styles from "./Boards.module.css";
import type { BoardEntry } from "./entry";
import { EntryName } from "./EntryName";

export default function TopicNames({ topics }: { topics: readonly Pick<BoardEntry, "id" | "name" | "colour">[] }) {
  return topics.map((topic) => (
    <span key={topic.id} className={styles["named"]}>
      <EntryName entry={topic} />
    </span>
  ));
}
