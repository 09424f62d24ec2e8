/** The columns of the list of tasks. */


import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import { topicsOf } from "../../lists/boards/topicTree";
import type { CellEdit, Column } from "../../components/collection/columns";
import { part } from "../../components/part";
import type { DateSettings, Day } from "../../dates/days";
import { latin } from "../../dates/moments";
import { TITLE, UPDATED } from "../../desk/kind";
import type { Say } from "../../i18n/say";
import { SignedTime } from "../../lists/SignedTime";
import { Audience, ItemName, Nothing, titleOf } from "../../lists/marks";
import { PRIORITIES, type Priority } from "../../payloads/task";
import type { RoleNames } from "../../lists/people/people";
import type { TaskRow } from "../../lists/tasks/rows";
import type { CellName } from "./cells";
import { DueMark, StatusMark } from "../../lists/tasks/marks";
import { Faces, TopicNames } from "./TaskMarks";
import styles from "./Tasks.module.css";
import type { NamesAround } from "./useNamesAround";
import { priorityWord } from "./words";

export const loadCellControl = () => import("./CellControl");
const CellControl = part(loadCellControl);

interface Around {
  say: Say;
  dates: DateSettings;
  today: Day;
  roles: RoleNames;
  statuses: readonly StatusEntry[];
  names: NamesAround;
}

const ranksOf = (ranks: readonly (readonly [string, number])[]) => Object.fromEntries(ranks);

const priorityOf = ({ opening }: TaskRow): Priority => (opening.name === "open" ? (opening.payload.priority ?? 0) : 0);

export function taskColumns({ say, dates, today, roles, statuses, names }: Around): Column<TaskRow>[] {
  const words = new Intl.Collator(latin(dates.language), { numeric: true, sensitivity: "base" });
  const statusOf = ({ statusId }: TaskRow) => statuses.find(({ id }) => id === statusId);
  const edit = (cell: CellName, value: CellEdit<TaskRow>["value"]): CellEdit<TaskRow> => ({
    allows: ({ settled }) => settled,
    value,
    control: (control) => <CellControl {...control} cell={cell} say={say} dates={dates} today={today} />,
  });
  return [
    {
      id: "title",
      header: say("documents.titleField", "Title"),
      width: 220,
      grows: true,
      fixed: true,
      field: TITLE,
      edit: edit("title", ({ title }) => title ?? ""),
      cell: (row) => {
        const status = statusOf(row);
        return (
          <ItemName
            opening={row.opening}
            title={titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles)}
            tile={status && <StatusMark status={status} />}
          />
        );
      },
    },
    {
      id: "status",
      header: say("tasks.status", "Status"),
      width: 120,
      field: "statusId",
      ranks: ranksOf(statuses.map(({ id }) => [id, statuses.findIndex((one) => one.id === followed(statuses, id)?.id)])),
      cell: (row) => <bdi className="quiet clip">{statusOf(row)?.name}</bdi>,
    },
    {
      id: "due",
      header: say("tasks.due", "Due"),
      width: 148,
      field: "nextDueOn",
      or: "dueOn",
      then: "dueTime",
      // The day that was signed: the next one of a task that repeats is the server's word, and no value to begin with.
      edit: edit("due", ({ item, due }) => item.dueOn ?? due?.on ?? ""),
      cell: ({ due, item }) => (due ? <DueMark due={due} repeats={Boolean(item.recurrence)} /> : <Nothing />),
    },
    {
      id: "assignees",
      header: say("tasks.assignees", "Assigned to"),
      width: 120,
      field: "assigneeIds",
      ranks: ranksOf([...names.members].sort((a, b) => words.compare(a.name, b.name)).map(({ id }, place) => [id, place])),
      cell: ({ item }) => (item.assigneeIds.length > 0 ? <Faces ids={item.assigneeIds} personOf={names.personOf} /> : <Nothing />),
    },
    {
      id: "topics",
      header: say("tasks.topics", "Topics"),
      width: 140,
      cell: ({ item }) => {
        const topics = topicsOf(names.topicList, item.topicIds);
        return topics.length > 0 ? (
          <span className={styles["topic"]}>
            <TopicNames topics={topics} />
          </span>
        ) : (
          <Nothing />
        );
      },
    },
    {
      id: "priority",
      header: say("tasks.priority", "Priority"),
      width: 100,
      wideOnly: true,
      field: "priority",
      // The most urgent ones first.
      ranks: ranksOf(PRIORITIES.map((priority) => [String(priority), -priority])),
      edit: edit("priority", (row) => String(priorityOf(row))),
      cell: (row) => (priorityOf(row) > 0 ? <span className="quiet">{priorityWord(say, priorityOf(row))}</span> : <Nothing />),
    },
    {
      id: "role",
      header: say("documents.role", "Role"),
      width: 132,
      wideOnly: true,
      hidden: true,
      cell: ({ item }) => <Audience ids={item.audience} roles={roles} />,
    },
    {
      id: "changed",
      header: say("documents.changed", "Changed"),
      width: 120,
      wideOnly: true,
      field: UPDATED,
      cell: ({ item }) => <SignedTime at={item.updatedAt} language={dates.language} />,
    },
  ];
}
