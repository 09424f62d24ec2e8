/** A line that becomes a task, and what was understood of it. */
import { useState } from "react";

import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useSay } from "../../i18n/say";
import { BLANK } from "./contents";
import styles from "./Tasks.module.css";
import { useQuickReader, useUnderstood } from "./useQuickReader";
import { useCreate } from "./useTaskWriting";

interface QuickAddProps {
  statusId: string;
  onDone: () => void;
}

export default function QuickAdd({ statusId, onDone }: QuickAddProps) {
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
