/** How a status or topic is called, with its colour in front; the colour is said, too. */
import { Dot } from "../components/Marks";
import { useSay } from "../i18n/say";
import { Nothing } from "../items/marks";
import styles from "./Boards.module.css";
import type { BoardEntry } from "./entry";
import { hueWord } from "./hues";

/** The topics of an item, one beside the other. */
export function TopicNames({ topics }: { topics: readonly Pick<BoardEntry, "id" | "name" | "colour">[] }) {
  if (topics.length === 0) return <Nothing />;
  return topics.map((topic) => (
    <span key={topic.id} className={styles["named"]}>
      <EntryName entry={topic} />
    </span>
  ));
}

export function EntryName({ entry: { name, colour } }: { entry: Pick<BoardEntry, "name" | "colour"> }) {
  const say = useSay();
  return (
    <>
      <Dot colour={colour} />
      {colour && <span className="unseen">{hueWord(say, colour)}</span>}
      <bdi className="clip">{name}</bdi>
    </>
  );
}
