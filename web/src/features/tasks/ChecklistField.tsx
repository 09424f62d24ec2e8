/** The lines of a checklist: written one under the other, each to be taken out again. */
import { Plus, X } from "lucide-react";
import { useState } from "react";

import { newId } from "../../api/ids";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { linesOf, type ChecklistLine } from "../../payloads/task";
import tasks from "./Tasks.module.css";

const MOST = 200;

/** Lines stand as they were written; those that were there before keep their ranks. */
export function withLine(lines: readonly ChecklistLine[], id: string, text: string): ChecklistLine[] {
  const last = linesOf({ checklist: [...lines] }).at(-1)?.rank ?? "";
  // A rank that begins like another one and goes on stands after it.
  const rank = /^[0-9]{6}$/.test(last) ? String(Number(last) + 10).padStart(6, "0") : last ? `${last}1` : "000010";
  return [...lines, { id, text, done: false, rank }];
}

interface ChecklistFieldProps {
  value: readonly ChecklistLine[];
  onChange: (lines: ChecklistLine[]) => void;
}

export default function ChecklistField({ value, onChange }: ChecklistFieldProps) {
  const say = useSay();
  const [fresh, setFresh] = useState<string | null>(null);
  const lines = linesOf({ checklist: [...value] });
  const set = (id: string, text: string) => onChange(value.map((line) => (line.id === id ? { ...line, text } : line)));
  function add() {
    const id = newId();
    setFresh(id);
    onChange(withLine(value, id, ""));
  }
  return (
    <fieldset className={styles["lines"]}>
      <legend>{say("tasks.checklist", "Checklist")}</legend>
      <ul className={tasks["lines"]}>
        {lines.map(({ id, text }, at) => (
          <li key={id}>
            <TextField
              label={say("tasks.line", "Item {number}", { number: at + 1 })}
              unlabelled
              autoFocus={id === fresh}
              maxLength={200}
              value={text}
              onChange={(next) => set(id, next)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return event.continuePropagation();
                // Enter writes the next line; the form is sent by its button.
                event.preventDefault();
                if (text.trim() && lines.length < MOST) add();
              }}
            />
            <Button look="quiet" size="small" icon aria-label={say("tasks.removeLine", "Remove item {number}", { number: at + 1 })} onPress={() => onChange(value.filter((line) => line.id !== id))}>
              <X />
            </Button>
          </li>
        ))}
      </ul>
      {lines.length < MOST && (
        <Button look="quiet" size="small" onPress={add}>
          <Plus />
          {say("tasks.addLine", "Add item")}
        </Button>
      )}
    </fieldset>
  );
}
