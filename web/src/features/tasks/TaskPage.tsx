/** `/tasks/:id`: one task as a page of its own, and the way back to all of them. */
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";

import { useAllTasksQuery } from "../../api/tasks";
import { held, wholeSince } from "../../api/held";
import { useStatuses } from "../../lists/boards/statuses";
import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import { canBeDeleted } from "../../lists/opening";
import styles from "../../lists/Items.module.css";
import { titleOf } from "../../lists/marks";
import { useStage } from "../../desk/react";
import { useOpened } from "../../lists/list/beyond";
import type { Rows } from "../../lists/list/useRows";
import { EARLY, useFeed } from "../../lists/useFeed";
import { useNoteOpened } from "../../lists/useNoteOpened";
import { useRoleNames } from "../../lists/people/people";
import { useTaskRows, type TaskRow } from "../../lists/tasks/rows";
import { TaskContents } from "./TaskContents";
import { TaskMenu } from "./TaskMenu";
import { useMoves } from "./useMoves";
import { useTaskActs } from "./useTaskActs";
import type { Clash } from "./useTaskWriting";

export default function TaskPage() {
  const say = useSay();
  const { id = "" } = useParams();
  const asked = useAllTasksQuery();
  const { data, failure: failed, again } = held(asked);
  useFeed("task", data?.rows, wholeSince(asked), EARLY);
  const rows = useTaskRows(data?.rows);
  const row = useOpened("task", id, rows);
  const isWhole = useStage("task") !== "reading" || rows.closed !== null;

  if (row) return <Shown key={id} row={row} rows={rows} />;
  return (
    <Page title={say("nav.tasks", "Tasks")} actions={<Back />}>
      {failed ? (
        <Failed
          title={say("tasks.failed", "The tasks did not load")}
          message={failed.message}
          told={failed}
          onRetry={again}
        />
      ) : row === null && isWhole ? (
        <EmptyState title={say("tasks.notHere", "This task was not found")}>
          {say("documents.notHereHow", "It was deleted, or your role has no access to it.")}
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

function Shown({ row, rows }: { row: TaskRow; rows: Rows<TaskRow> }) {
  const say = useSay();
  const roles = useRoleNames();
  const statuses = useStatuses() ?? [];
  const acts = useTaskActs();
  const { move } = useMoves(rows, acts);
  const [clash, setClash] = useState<Clash | null>(null);
  useNoteOpened(row.id);
  return (
    <Page
      title={titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles)}
      place={say("nav.tasks", "Tasks")}
      actions={
        <>
          {canBeDeleted(row.opening) && (
            <TaskMenu row={row} statuses={statuses} acts={acts} onMove={(one, status, at) => void move(one, status, at)} />
          )}
          <Back />
        </>
      }
    >
      <div className={styles["alone"]}>
        <TaskContents row={row} statuses={statuses} onMove={move} clash={clash} onClash={setClash} untitled />
      </div>
    </Page>
  );
}

function Back() {
  const say = useSay();
  const narrow = useNarrow();
  const label = say("tasks.all", "All tasks");
  return (
    <ButtonLink href="/tasks" icon={narrow} aria-label={label}>
      <ArrowLeft className="turns" />
      {!narrow && label}
    </ButtonLink>
  );
}
