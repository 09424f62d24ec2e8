/** Tries a saved recovery key against this device. Nothing is sent, and the day is kept here. */
import { FileText } from "lucide-react";
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { FileDrop } from "../../components/FileDrop";
import { FilePick } from "../../components/FilePick";
import { Form } from "../../components/Form";
import { tell } from "../../components/notices";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import styles from "./Keys.module.css";

interface TestRecoveryDialogProps {
  /** Whether a copy was confirmed before; otherwise a successful test confirms it. */
  confirmed: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function TestRecoveryDialog({ confirmed, onClose, onDone }: TestRecoveryDialogProps) {
  const say = useSay();
  const keyring = useKeyring();
  const [text, setText] = useState("");
  const { run, busy, failure, forget } = useAct(async () => {
    await keyring.testRecoveryKey(text);
    if (!confirmed) await keyring.confirmRecoveryKey();
  });

  function type(value: string) {
    setText(value);
    forget();
  }

  async function test() {
    if (!(await run())) return;
    tell({ title: say("keys.testWorks", "The recovery key works") });
    onDone();
    onClose();
  }

  return (
    <Dialog title={say("keys.testTitle", "Test the recovery key")} isOpen onClose={onClose}>
      <FileDrop label={say("recover.drop", "Drop the recovery file")} onFiles={([first]) => void first?.text().then(type)}>
        <Form
          className={styles["form"]}
          onSend={() => void test()}
        >
          <TextField
            label={say("recover.key", "Recovery key")}
            hint={say("keys.testHint", "Paste your copy, or drop the text file here. Nothing is sent.")}
            mono
            lines={3}
            autoFocus
            autoComplete="off"
            spellCheck="false"
            value={text}
            onChange={type}
            isRequired
            error={failure && [sayThrown(say, failure.message), whatToDo(say, failure)].filter(Boolean).join(" ")}
          />
          <div className={styles["row"]}>
            <FilePick single accept={["text/plain"]} onFiles={([first]) => void first?.text().then(type)}>
              <Button>
                <FileText />
                {say("recover.pick", "Choose file")}
              </Button>
            </FilePick>
            <Button type="submit" look="primary" isPending={busy}>
              {say("keys.testGo", "Test copy")}
            </Button>
          </div>
        </Form>
      </FileDrop>
    </Dialog>
  );
}
