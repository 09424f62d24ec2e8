/** A line that becomes a task, and what was understood of it. */
import { useState } from "react";

import { useMembers } from "../../api/accounts";
import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { useTopics } from "../../boards/topics";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates, useMay, useSignedIn, useToday } from "../../session/useSession";
import { BLANK } from "./contents";
import { readQuickTask, type QuickTask } from "./quickAdd";
import styles from "./Tasks.module.css";
import { useCreate } from "./useTaskWriting";

/** Reads a line by the people, topics and days of this account. */
export function useQuickReader(): (line: string) => QuickTask {
  const may = useMay();
  const dates = useDates();
  const today = useToday();
  const { user } = useSignedIn();
  const members = useMembers(may("member.list"));
  const people = may("task.assign") ? members : [];
  const topics = useTopics() ?? [];
  return (line) => readQuickTask(line, { today, order: dates.dateInputFormat, language: dates.language, me: user.id, people, topics });
}

/** What was understood, in words; empty when everything is the title. */
export function useUnderstood(): (task: QuickTask) => string {
  const may = useMay();
  const dates = useDates();
  const { user } = useSignedIn();
  const members = useMembers(may("member.list"));
  const topics = useTopics() ?? [];
  return ({ dueOn, assigneeIds, topicIds }) =>
    [
      ...(dueOn ? [formatDay(dueOn, dates)] : []),
      ...[...members, user].filter(({ id }, at, all) => assigneeIds.includes(id) && all.findIndex((one) => one.id === id) === at).map(({ name }) => name),
      ...topics.filter(({ id }) => topicIds.includes(id)).map(({ name }) => name),
    ].join(" · ");
}

interface QuickAddProps {
  statusId: string;
  onDone: () => void;
}

export function QuickAdd({ statusId, onDone }: QuickAddProps) {
  const say = useSay();
  const read = useQuickReader();
  const understood = useUnderstood();
  const create = useCreate();
  const [line, setLine] = useState("");
  const [id, setId] = useState(newId);
  const task = read(line);
  const { run, busy, failure } = useAct(async () => {
    const { title, ...rest } = task;
    await create(id, { ...BLANK, ...rest, payload: { v: 1, title: title.slice(0, 200) } }, statusId);
  });
  return (
    <Form
      className={styles["quick"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (!task.title || busy) return;
        void run().then((made) => {
          if (!made) return;
          // The next one is another task.
          setId(newId());
          setLine("");
        });
      }}
    >
      <TextField
        label={say("tasks.quick", "New task in one line")}
        unlabelled
        autoFocus
        placeholder={say("tasks.quickHint", "Renew passport tomorrow @name #topic")}
        hint={understood(task) || say("tasks.quickHow", "Enter adds it, Esc closes")}
        error={failure?.message}
        maxLength={400}
        value={line}
        onChange={setLine}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
          else event.continuePropagation();
        }}
        onBlur={() => {
          if (!line.trim()) onDone();
        }}
      />
    </Form>
  );
}
