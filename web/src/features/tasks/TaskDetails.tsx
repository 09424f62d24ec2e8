/** What a task says, to be read; the checklist is ticked where it stands. */
import { FileText, Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "react-aria-components/Link";

import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import { topicsOf } from "../../lists/boards/topicTree";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { Fact, Facts } from "../../components/Layout";
import { tellFailure } from "../../components/notices";
import { Skeleton } from "../../components/States";
import { Checkbox } from "../../components/Tick";
import { failureOf } from "../../api/failure";
import { part } from "../../components/part";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { WrittenEdit } from "../../lists/EditItem";
import styles from "../../lists/Items.module.css";
import { useDraft } from "../../lists/useDraft";
import { linesOf, type TaskPayload } from "../../payloads/task";
import { useDates, useMay, useToday } from "../../session/useSession";
import type { TaskRow } from "../../lists/tasks/rows";
import { contentsOf, type Contents } from "./contents";
import { DueMark, StatusMark } from "../../lists/tasks/marks";
import { Faces, TopicNames } from "./TaskMarks";
import tasks from "./Tasks.module.css";
import { useDocumentNames } from "./useLinked";
import { useNamesAround } from "./useNamesAround";
import { useRevise, type Clash } from "./useTaskWriting";
import { reminderWord } from "./reminding";
import { priorityWord, relativeDue, repeatWords } from "./words";
import type { TaskItem } from "../../lists/kinds/task";

const EditTask = part(() => import("./EditTask"));

interface DetailsProps {
  row: TaskRow;
  payload: TaskPayload;
  statuses: readonly StatusEntry[];
  onClash: (clash: Clash) => void;
}

interface EditableProps extends DetailsProps {
  clash: Clash | null;
  onSettled: () => void;
}

export function TaskDetails({ clash, onSettled, ...shown }: EditableProps) {
  const { row, payload } = shown;
  const may = useMay();
  const draft = useDraft<WrittenEdit<TaskItem, Contents>>(`task ${row.id}`);
  // What was half written opens the form by itself.
  const [wanted, setEditing] = useState(false);
  const mayEdit = may("task.update");
  if (wanted || clash || (mayEdit && Boolean(draft.found)))
    return (
      <Boundary waiting={<Skeleton lines={6} />}>
        <EditTask
          // What was met comes before what the form holds.
          key={clash ? `clash ${clash.theirs.item.version}` : "form"}
          row={row}
          payload={payload}
          met={clash ?? undefined}
          draft={draft}
          onDone={async () => {
            await draft.drop();
            setEditing(false);
            onSettled();
          }}
        />
      </Boundary>
    );
  return <Shown {...shown} onEdit={mayEdit ? () => setEditing(true) : undefined} />;
}

function Shown({ row, payload, statuses, onClash, onEdit }: DetailsProps & { onEdit: (() => void) | undefined }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { item, due } = row;
  const documents = useDocumentNames(item.documentIds);
  const names = useNamesAround(documents);
  const status = followed(statuses, item.statusId);
  const topics = topicsOf(names.topicList, item.topicIds);
  return (
    <>
      <Facts>
        {status && (
          <Fact name={say("tasks.status", "Status")}>
            <span className={tasks["topic"]}>
              <StatusMark status={status} />
              <bdi>{status.name}</bdi>
            </span>
          </Fact>
        )}
        <Fact name={say("tasks.due", "Due")}>
          {due ? (
            <span className={tasks["inline"]}>
              <DueMark due={due} />
              <span className="hint">{relativeDue(due, today, dates)}</span>
            </span>
          ) : (
            "–"
          )}
        </Fact>
        {item.recurrence && item.dueOn && (
          <Fact name={say("tasks.repeat", "Repeat")}>{repeatWords(say, item.recurrence, item.dueOn, dates)}</Fact>
        )}
        {item.reminders.length > 0 && (
          <Fact name={say("reminder.title", "Reminders")}>
            {item.reminders.map((reminder) => (
              <div key={reminder.id}>{reminderWord(say, reminder, item.dueTime, dates)}</div>
            ))}
          </Fact>
        )}
        <Fact name={say("tasks.assignees", "Assigned to")}>
          {item.assigneeIds.length > 0 ? (
            <span className={tasks["people"]}>
              <Faces ids={item.assigneeIds} personOf={names.personOf} />
              <bdi>{names.people(item.assigneeIds)}</bdi>
            </span>
          ) : (
            "–"
          )}
        </Fact>
        {topics.length > 0 && (
          <Fact name={say("tasks.topics", "Topics")}>
            <TopicNames topics={topics} />
          </Fact>
        )}
        {Boolean(payload.priority) && <Fact name={say("tasks.priority", "Priority")}>{priorityWord(say, payload.priority ?? 0)}</Fact>}
        {documents.length > 0 && (
          <Fact name={say("nav.documents", "Documents")}>
            {documents.map(({ id, name }) => (
              <Link key={id} href={`/documents/${id}`} className={tasks["linked"] ?? ""}>
                <FileText aria-hidden />
                <bdi className="clip">{name}</bdi>
              </Link>
            ))}
          </Fact>
        )}
        {payload.notes && (
          <Fact name={say("documents.notes", "Notes")}>
            <span dir="auto" className={tasks["body"]}>
              {payload.notes}
            </span>
          </Fact>
        )}
      </Facts>
      <Checklist row={row} payload={payload} onClash={onClash} isReadOnly={!onEdit} />
      {onEdit && (
        <div className={styles["inset"]}>
          <Button size="small" onPress={onEdit} isDisabled={!row.settled}>
            <Pencil />
            {say("documents.edit", "Edit")}
          </Button>
        </div>
      )}
    </>
  );
}

interface ChecklistProps extends Pick<DetailsProps, "row" | "payload" | "onClash"> {
  isReadOnly: boolean;
}

/** Ticks are shown at once; those that are on their way stand before what the list says. */
function Checklist({ row, payload, onClash, isReadOnly }: ChecklistProps) {
  const say = useSay();
  const revise = useRevise();
  const [ahead, setAhead] = useState<{ version: number; done: ReadonlyMap<string, boolean> } | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = ahead && row.item.version <= ahead.version ? ahead.done : new Map<string, boolean>();
  const lines = linesOf(payload);
  if (lines.length === 0) return null;

  async function tick(id: string, done: boolean) {
    const before = contentsOf(row.item, payload);
    const checklist = payload.checklist?.map((line) => (line.id === id ? { ...line, done } : line)) ?? [];
    setAhead({ version: row.item.version, done: new Map([[id, done]]) });
    setBusy(true);
    try {
      const base = { item: row.item, contents: before };
      const yours = { ...before, payload: { ...before.payload, checklist } };
      const { name, found } = await revise(base, yours);
      if (name === "met") onClash({ base, yours, theirs: found });
    } catch (reason) {
      setAhead(null);
      tellFailure(failureTitle(say, "update"), failureOf(reason).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles["inset"]}>
      <fieldset className={styles["lines"]}>
        <legend>{say("tasks.checklist", "Checklist")}</legend>
        <ul className={tasks["lines"]}>
          {lines.map(({ id, text, done }) => (
            <li key={id}>
              <Checkbox isSelected={shown.get(id) ?? done} isDisabled={isReadOnly || busy || !row.settled} onChange={(next) => void tick(id, next)}>
                <bdi>{text}</bdi>
              </Checkbox>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  );
}
