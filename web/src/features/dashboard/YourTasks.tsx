/** What this person has to do next: a few rows of the same data as the list of tasks. */
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components/Link";

import { held, wholeSince } from "../../api/held";
import { useAllTasksQuery } from "../../api/tasks";
import { EntryName } from "../../boards/EntryName";
import { followed, useStatuses, type StatusEntry } from "../../boards/statuses";
import { useTopics, type TopicEntry } from "../../boards/topics";
import { ButtonLink } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { LockTile } from "../../components/Marks";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { titleOf } from "../../items/marks";
import { isWithheld, Withheld } from "../../items/Withheld";
import { useKeyState } from "../../keyring/react";
import { type NamedRole, useRoles } from "../../people/people";
import { useHiding } from "../../profiles/hiding";
import { useMay, useSignedIn } from "../../session/useSession";
import { DueMark, StatusMark } from "../../tasks/marks";
import { useTaskRows, type TaskRow } from "../../tasks/rows";
import styles from "./Dashboard.module.css";
import { nextDue, openTasksOf } from "./nextTasks";

const SHOWN = 5;

export function YourTasks() {
  const say = useSay();
  const may = useMay();
  const { user } = useSignedIn();
  const ready = useKeyState().name === "ready";
  const asked = useAllTasksQuery();
  const { data, failure, late, again } = held(asked);
  const opened = useTaskRows(data?.rows, { askedAt: wholeSince(asked) });
  const isHidden = useHiding(opened);
  const open = useMemo(() => opened && openTasksOf(opened, user.id, isHidden), [opened, user.id, isHidden]);
  const rows = useMemo(() => open && nextDue(open, SHOWN), [open]);
  const statuses = useStatuses();
  const topics = useTopics();
  const roles = useRoles();
  return (
    <Card
      title={say("home.yourTasks", "Your tasks")}
      end={
        <>
          {open && open.length > 0 && (
            <ButtonLink look="quiet" size="small" href="/tasks?who=me">
              <span className="num">{say("home.openTasks", "{count} open", { count: open.length })}</span>
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
      ) : !rows ? (
        <Skeleton lines={3} />
      ) : rows.length === 0 && !opened?.some(isWithheld) ? (
        <CardBody>
          <p className="quiet">{say("home.noTasks", "No open tasks are assigned to you.")}</p>
        </CardBody>
      ) : (
        <ul className={styles["tasks"]}>
          {rows.map((row) => (
            <li key={row.id}>
              <YourTask
                row={row}
                status={followed(statuses ?? [], row.statusId)}
                topic={topics?.find(({ id }) => row.item.topicIds.includes(id))}
                roles={roles}
              />
            </li>
          ))}
          {opened && <Withheld rows={opened} hrefOf={(id) => `/tasks?open=${id}`} as="li" className={styles["row"]} />}
        </ul>
      )}
    </Card>
  );
}

interface YourTaskProps {
  row: TaskRow;
  status: StatusEntry | undefined;
  topic: TopicEntry | undefined;
  roles: readonly NamedRole[];
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
