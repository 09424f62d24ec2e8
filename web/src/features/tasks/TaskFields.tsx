/** The form of a task. */
import { CircleUser, Tag } from "lucide-react";

import { useTopics } from "../../lists/boards/topics";
import { Boundary } from "../../components/Boundary";
import { FilterChip } from "../../components/collection/FilterRow";
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { part } from "../../components/part";
import { Select } from "../../components/Select";
import { TimeField } from "../../components/TimeField";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { useDiscloses } from "../../keyring/useDiscloses";
import { PRIORITIES, type TaskPayload } from "../../payloads/task";
import { useMembers } from "../../lists/people/people";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import type { Contents } from "./contents";
import { movedTo } from "./repeat";
import { useMayAssign } from "./useMayAssign";
import { priorityWord } from "./words";

const ChecklistField = part(() => import("./ChecklistField"));
const DocumentsField = part(() => import("./DocumentsField"));
const ReminderFields = part(() => import("./ReminderFields"));
/** Only what has a day repeats. */
const RepeatField = part(() => import("./RepeatField"));

interface FieldsProps {
  value: Contents;
  change: (part: Partial<Contents>) => void;
  /** What was understood of the first line. */
  understood?: string;
  /** What is wrong with it. */
  lineFault?: (line: string) => string | undefined;
  /** The repetition was changed in a way that asks for another day. */
  needsDay?: boolean;
}

export function TaskFields({ value, change, understood, lineFault, needsDay = false }: FieldsProps) {
  const say = useSay();
  const may = useMay();
  const mayAssign = useMayAssign();
  const dates = useDates();
  const today = useToday();
  const members = useMembers();
  const topics = useTopics() ?? [];
  const { payload, dueOn, dueTime, recurrence } = value;
  const { account } = useSignedIn();
  const hides = useDiscloses(account.disclosure)?.taskDates === false;
  const said = (part: Partial<TaskPayload>) => change({ payload: { ...payload, ...part } });
  return (
    <>
      <TextField
        label={say("documents.titleField", "Title")}
        isRequired
        autoFocus
        maxLength={understood === undefined ? 200 : 400}
        {...(understood ? { hint: understood } : {})}
        value={payload.title}
        onChange={(title) => said({ title })}
        check={lineFault}
      />
      <div className={styles["pair"]}>
        <DateField label={say("tasks.due", "Due")} value={dueOn} onChange={(next) => change({ dueOn: next, recurrence: movedTo(recurrence, dueOn, next) })} settings={dates} today={today} />
        <TimeField label={say("tasks.dueTime", "Time")} isDisabled={dueOn === null} value={dueTime} onChange={(next) => change({ dueTime: next })} />
      </div>
      {dueOn && (
        <Boundary>
          <RepeatField value={recurrence} dueOn={dueOn} needsDay={needsDay} onChange={(next) => change({ recurrence: next })} />
        </Boundary>
      )}
      {!hides && (
        <Boundary>
          {/* A draft that was written down before there were such fields names none. */}
          <ReminderFields value={value.reminders ?? []} dueOn={dueOn} dueTime={dueTime} onChange={(reminders) => change({ reminders })} />
        </Boundary>
      )}
      <div className={styles["said"]}>
        {may("task.assign") && members.length > 0 && (mayAssign || value.assigneeIds.length > 0) && (
          <FilterChip
            icon={CircleUser}
            label={say("tasks.assignees", "Assigned to")}
            options={members
              .filter(({ id, standing }) => (mayAssign && standing === "signed") || value.assigneeIds.includes(id))
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={value.assigneeIds}
            onChange={(assigneeIds) => change({ assigneeIds })}
          />
        )}
        {topics.length > 0 && (
          <FilterChip
            icon={Tag}
            label={say("tasks.topics", "Topics")}
            options={topics.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.topicIds}
            onChange={(topicIds) => change({ topicIds })}
          />
        )}
      </div>
      <Select
        label={say("tasks.priority", "Priority")}
        options={PRIORITIES.map((one) => ({ value: String(one), label: priorityWord(say, one) }))}
        value={String(payload.priority ?? 0)}
        onChange={(next) => said({ priority: PRIORITIES[Number(next)] ?? 0 })}
      />
      <Boundary>
        <ChecklistField value={payload.checklist ?? []} onChange={(checklist) => said({ checklist })} />
        {may("document.read") && <DocumentsField value={value.documentIds} onChange={(documentIds) => change({ documentIds })} />}
      </Boundary>
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={payload.notes ?? ""}
        onChange={(notes) => said({ notes })}
      />
    </>
  );
}
