/** One task in full: what it says, what is said about it, who reads it, what happened to it. */
import { CircleCheck, RotateCcw } from "lucide-react";
import { useState } from "react";

import { defaultOf, type StatusEntry } from "../../lists/boards/statuses";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { part } from "../../components/part";
import { ServerWord } from "../../components/ServerWord";
import { EmptyState, Skeleton } from "../../components/States";
import { Tabs } from "../../components/Tabs";
import { useSay } from "../../i18n/say";
import { AddedBy } from "../../lists/AddedBy";
import { AccessTab, TrustStatement } from "../../lists/AccessTab";
import { ActivityTab } from "../../lists/activity";
import styles from "../../lists/Items.module.css";
import { closedHow } from "../../lists/closedHow";
import { titleOf } from "../../lists/marks";
import { useRoleNames } from "../../lists/people/people";
import { useMay } from "../../session/useSession";
import type { TaskRow } from "../../lists/tasks/rows";
import { TaskDetails } from "./TaskDetails";
import type { Moves } from "./useMoves";
import type { Clash } from "./useTaskWriting";

const Comments = part(() => import("./Comments"));

interface ContentsProps {
  row: TaskRow;
  statuses: readonly StatusEntry[];
  onMove: Moves["move"];
  clash?: Clash | null;
  onClash: (clash: Clash | null) => void;
  /** The title stands above already. */
  untitled?: boolean;
}

export function TaskContents({ row, statuses, onMove, clash = null, onClash, untitled = false }: ContentsProps) {
  const say = useSay();
  const may = useMay();
  const roles = useRoleNames();
  const [tab, setTab] = useState("details");
  const [busy, setBusy] = useState(false);
  const { item, opening } = row;

  if (opening.name === "opening") return null;
  if (opening.name !== "open")
    return (
      <EmptyState title={titleOf(row, null, say("tasks.broken", "This task cannot be opened"), say, roles)}>
        {closedHow(row, say, roles)}
      </EmptyState>
    );

  const isDone = row.category === "done";
  const target = defaultOf(statuses, isDone ? "open" : "done");
  const history = { id: "activity", label: say("documents.activity", "Activity"), content: <ActivityTab id={row.id} /> };
  return (
    <>
      <div className={styles["heading"]}>
        {!untitled && (
          <h2>
            <bdi>{row.title}</bdi>
          </h2>
        )}
        <AddedBy item={item} />
        {may("task.update") && target && (
          <div className={styles["said"]}>
            <Button
              size="small"
              writes
              isPending={busy}
              onPress={() => {
                setBusy(true);
                void onMove(row, target).finally(() => setBusy(false));
              }}
            >
              {isDone ? <RotateCcw /> : <CircleCheck />}
              {isDone ? say("tasks.reopen", "Reopen") : say("tasks.complete", "Complete")}
            </Button>
          </div>
        )}
      </div>
      <Tabs
        label={say("tasks.about", "About this task")}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: "details",
            label: say("documents.details", "Details"),
            content: (
              <>
                <TaskDetails row={row} payload={opening.payload} statuses={statuses} clash={clash} onClash={onClash} onSettled={() => onClash(null)} />
                <TrustStatement item={item} onMore={() => setTab("access")} />
              </>
            ),
          },
          {
            id: "comments",
            label:
              item.word.commentCount > 0 ? (
                <ServerWord inside>{say("tasks.commentsOf", "Comments {count}", { count: item.word.commentCount })}</ServerWord>
              ) : (
                say("tasks.comments", "Comments")
              ),
            content: (
              <Boundary waiting={<Skeleton lines={4} />}>
                <Comments item={item} />
              </Boundary>
            ),
          },
          {
            id: "access",
            label: say("documents.access", "Access"),
            content: <AccessTab item={item} />,
          },
          ...(may("audit.read") ? [history] : []),
        ]}
      />
    </>
  );
}
