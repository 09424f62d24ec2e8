/** What this person has to do next: a few rows of the same data as the list of tasks. */
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components/Link";

import { held, wholeSince } from "../../api/held";
import { useAllTasksQuery } from "../../api/tasks";
import { EntryName } from "../../lists/boards/EntryName";
import { followed } from "../../lists/boards/followed";
import { useStatuses, type StatusEntry } from "../../lists/boards/statuses";
import { useTopics, type TopicEntry } from "../../lists/boards/topics";
import { ButtonLink } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { LockTile } from "../../components/Marks";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { titleOf } from "../../lists/marks";
import { Withheld } from "../../lists/Withheld";
import { useKeyState } from "../../keyring/react";
import { type RoleNames, useRoleNames } from "../../lists/people/people";
import { useHidden } from "../../lists/profiles/hiding";
import { useMay, useSignedIn } from "../../session/useSession";
import { DueMark, StatusMark } from "../../lists/tasks/marks";
import { useTaskRows, type TaskRow } from "../../lists/tasks/rows";
import styles from "./Dashboard.module.css";
import { useSome } from "../../lists/list/useSome";
import { EARLY, useFeed } from "../../lists/useFeed";
import { MOST_WITHHELD, nextTasks, WITHHELD } from "./nextTasks";

const SHOWN = 5;

export function YourTasks() {
  const say = useSay();
  const may = useMay();
  const { user } = useSignedIn();
  const ready = useKeyState().name === "ready";
  const asked = useAllTasksQuery();
  const { data, failure, late, again } = held(asked);
  useFeed("task", data?.rows, wholeSince(asked), EARLY);
  const hidden = useHidden("task");
  const statuses = useStatuses();
  const tasks = useTaskRows(data?.rows);
  const { rows, count } = useSome(useMemo(() => nextTasks({ me: user.id, statuses: statuses ?? [], hidden }), [user.id, statuses, hidden]), SHOWN, tasks);
  const { rows: missing } = useSome(WITHHELD, MOST_WITHHELD, tasks);
  // What is here is shown before it is known whether anything else is missing.
  const withheld = missing ?? (rows && rows.length > 0 ? [] : undefined);
  const topics = useTopics();
  const roles = useRoleNames();
  return (
    <Card
      title={say("home.yourTasks", "Your tasks")}
      end={
        <>
          {count > 0 && (
            <ButtonLink look="quiet" size="small" href="/tasks?who=me">
              <span className="num">{say("home.openTasks", "{count, number} open", { count })}</span>
            </ButtonLink>
          )}
          {ready && may("task.create") && (
            <ButtonLink look="quiet" size="small" icon href="/tasks?new" aria-label={say("tasks.new", "New task")}>
              <Plus />
            </ButtonLink>
          )}
        </>
      }
    >
      {late && <NotRefreshed onRetry={again} />}
      {failure ? (
        <Failed title={say("tasks.failed", "The tasks did not load")} message={failure.message} told={failure} onRetry={again} />
      ) : !rows || !withheld || !statuses ? (
        <Skeleton lines={3} />
      ) : rows.length === 0 && withheld.length === 0 ? (
        <CardBody>
          <p className="quiet">{ready ? say("home.noTasks", "No open tasks are assigned to you.") : say("lock.locked", "Locked")}</p>
        </CardBody>
      ) : (
        <ul className={styles["tasks"]}>
          {rows.map((row) => (
            <li key={row.id}>
              <YourTask
                row={row}
                status={followed(statuses, row.statusId)}
                topic={topics?.find(({ id }) => row.item.topicIds.includes(id))}
                roles={roles}
              />
            </li>
          ))}
          <Withheld rows={withheld} hrefOf={(id) => `/tasks?open=${id}`} as="li" className={styles["row"]} />
        </ul>
      )}
    </Card>
  );
}

interface YourTaskProps {
  row: TaskRow;
  status: StatusEntry | undefined;
  topic: TopicEntry | undefined;
  roles: RoleNames;
}

function YourTask({ row, status, topic, roles }: YourTaskProps) {
  const say = useSay();
  const isOpen = row.opening.name === "open";
  return (
    <Link href={`/tasks?open=${row.id}`} className={styles["row"]}>
      {isOpen && status ? <StatusMark status={status} /> : <LockTile />}
      <b className="clip">
        <bdi>{titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles)}</bdi>
      </b>
      {topic && (
        <span className={styles["topic"]}>
          <EntryName entry={topic} />
        </span>
      )}
      {row.due && <DueMark due={row.due} />}
    </Link>
  );
}
