/** Documents that a task is about, found by what this device opens of them. */
import { FileText, X } from "lucide-react";
import { useState } from "react";

import { matches } from "../../components/commands/matching";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { useAllDocumentNames } from "./useNamesAround";
import tasks from "./Tasks.module.css";

const OFFERED = 5;

interface DocumentsFieldProps {
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

export default function DocumentsField({ value, onChange }: DocumentsFieldProps) {
  const say = useSay();
  const all = useAllDocumentNames();
  const [typed, setTyped] = useState("");
  const offered = typed.trim() ? all.filter(({ id, name }) => !value.includes(id) && matches(name, typed)).slice(0, OFFERED) : [];
  return (
    <fieldset className={styles["lines"]}>
      <legend>{say("nav.documents", "Documents")}</legend>
      <ul className={tasks["lines"]}>
        {value.map((id) => {
          const name = all.find((one) => one.id === id)?.name ?? say("sealed.label", "No access");
          return (
            <li key={id}>
              <span className={tasks["linked"]}>
                <FileText aria-hidden />
                <bdi className="clip">{name}</bdi>
              </span>
              <Button look="quiet" size="small" icon aria-label={say("tasks.unlink", "Remove {document}", { document: name })} onPress={() => onChange(value.filter((one) => one !== id))}>
                <X />
              </Button>
            </li>
          );
        })}
      </ul>
      <TextField label={say("tasks.findDocument", "Find a document")} unlabelled placeholder={say("tasks.findDocument", "Find a document")} value={typed} onChange={setTyped} check={() => say("tasks.findChoose", "Choose a document from the list, or clear this field.")} />
      <ul className={tasks["lines"]}>
        {offered.map(({ id, name }) => (
          <li key={id}>
            <Button
              look="quiet"
              size="small"
              wide
              onPress={() => {
                onChange([...value, id]);
                setTyped("");
              }}
            >
              <FileText />
              <bdi className="clip">{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
