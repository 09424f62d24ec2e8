/** A task in two lines, on a phone. */
import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import { LockTile } from "../../components/Marks";
import styles from "../../lists/Items.module.css";
import type { TaskRow } from "../../lists/tasks/rows";
import { DueMark, StatusMark } from "../../lists/tasks/marks";

interface NarrowProps {
  row: TaskRow;
  title: string;
  statuses: readonly StatusEntry[];
}

export function NarrowTask({ row, title, statuses }: NarrowProps) {
  const status = followed(statuses, row.statusId);
  return (
    <span className={styles["narrow"]} role="gridcell">
      {row.opening.name === "open" && status ? <StatusMark status={status} /> : <LockTile />}
      <span className={styles["narrowText"]}>
        <b className="clip">
          <bdi>{title}</bdi>
        </b>
        <span className={`${styles["said"] ?? ""} hint`}>
          {status && <bdi>{status.name}</bdi>}
          {row.due && <DueMark due={row.due} />}
        </span>
      </span>
    </span>
  );
}
