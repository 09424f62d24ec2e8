/** A line that becomes a task, and what was understood of it. */
import { useState } from "react";

import { newId } from "../../api/ids";
import { useAct } from "../../api/useAct";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useSay } from "../../i18n/say";
import { BLANK } from "./contents";
import styles from "./Tasks.module.css";
import { useQuickFault, useQuickReader, useUnderstood } from "./useQuickReader";
import { useCreate } from "./useCreate";

interface QuickAddProps {
  statusId: string;
  onDone: () => void;
}

export default function QuickAdd({ statusId, onDone }: QuickAddProps) {
  const say = useSay();
  const read = useQuickReader();
  const understood = useUnderstood();
  const fault = useQuickFault();
  const create = useCreate();
  const [line, setLine] = useState("");
  const [id, setId] = useState(newId);
  const task = read(line);
  const { run, busy, failure } = useAct(async () => {
    const { title, ...rest } = task;
    await create(id, { ...BLANK, ...rest, payload: { v: 1, title } }, statusId);
  });
  return (
    <Form
      className={styles["quick"] ?? ""}
      onSend={() => {
        if (busy) return;
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
        isRequired
        missing={say("tasks.quickMissing", "Enter what needs doing.")}
        check={fault}
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
