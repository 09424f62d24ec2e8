/** One task on the board. */
import { FileText } from "lucide-react";
import type { ReactNode } from "react";

import { topicsOf } from "../../lists/boards/topicTree";
import { SealedBar } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import type { Named } from "../../lists/tasks/names";
import type { TaskRow } from "../../lists/tasks/rows";
import { DueMark } from "../../lists/tasks/marks";
import { Faces, Ticked, TopicNames } from "./TaskMarks";
import styles from "./Tasks.module.css";
import { sealedLabel } from "../../lists/sealedLabel";
import type { NamesAround } from "./useNamesAround";

interface CardProps {
  row: TaskRow;
  title: string;
  names: NamesAround;
  documents: readonly Named[];
  /** What can be done with it. */
  tools: ReactNode;
}

export function Card({ row, title, names, documents, tools }: CardProps) {
  const say = useSay();
  const { item, opening, due } = row;
  const linked = documents.find(({ id }) => item.documentIds.includes(id));
  return (
    <>
      <span className={styles["cardHead"]}>
        <span className={styles["cardTitle"]}>
          <bdi>{title}</bdi>
        </span>
        {tools}
      </span>
      {opening.name === "sealed" && <SealedBar label={sealedLabel(opening.locked, say)} width={168} />}
      {linked && (
        <span className={styles["linked"]}>
          <FileText aria-hidden />
          <bdi className="clip">{linked.name}</bdi>
        </span>
      )}
      <span className={styles["cardFoot"]}>
        <TopicNames topics={topicsOf(names.topicList, item.topicIds).slice(0, 1)} />
        {due && <DueMark due={due} repeats={Boolean(item.recurrence)} />}
        {opening.name === "open" && <Ticked payload={opening.payload} />}
        <Faces ids={item.assigneeIds} personOf={names.personOf} />
      </span>
    </>
  );
}
