/** The recovery key, once: download it, copy it, print it, and prove the copy by its last characters. */
import { Download, Printer } from "lucide-react";
import { useId, useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { CopyButton } from "../../components/CopyButton";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { RecoveryFile } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import styles from "./unlocking.module.css";

interface RecoveryKeyDialogProps {
  file: RecoveryFile;
  onDone: () => void;
}

export function RecoveryKeyDialog({ file, onDone }: RecoveryKeyDialogProps) {
  const say = useSay();
  const keyring = useKeyring();
  const form = useId();
  const { run, busy, failure } = useAct(() => keyring.confirmRecoveryKey(), onDone);
  const [typed, setTyped] = useState("");
  const dot = file.key.lastIndexOf(".");
  const check = file.key.slice(dot + 1);
  const proven = typed.trim() === check;

  return (
    <Dialog
      title={say("recoveryKey.title", "Save your recovery key")}
      isOpen
      keeps
      onClose={onDone}
      actions={
        <>
          <Button look="quiet" onPress={() => void keyring.remindOfRecoveryKey().then(onDone)}>
            {say("recoveryKey.later", "Remind me tomorrow")}
          </Button>
          <Button type="submit" form={form} look="primary" isPending={busy}>
            {say("recoveryKey.finish", "Finish")}
          </Button>
        </>
      }
    >
      <p className="quiet">
        {say(
          "recoveryKey.why",
          "If you lose every device, this key is the only way to open your documents. We cannot reset it for you.",
        )}
      </p>
      <p className={styles["key"]} dir="ltr" data-testid="recovery-key">
        {inGroups(file.key.slice(0, dot))}
        <em>{file.key.slice(dot)}</em>
      </p>
      <pre className={styles["lines"]} dir="ltr">
        {file.text.slice(0, file.text.lastIndexOf(file.key)).trim()}
      </pre>
      <p className="hint">{say("recoveryKey.lines", "Keep the lines that start with # together with the key. They name your account, so that a new browser can check it. Copy, file and print include them.")}</p>
      <div className={styles["row"]}>
        <Button look={proven ? "plain" : "primary"} onPress={() => saveText(file)}>
          <Download />
          {say("recoveryKey.download", "Download as text file")}
        </Button>
        <CopyButton text={file.text} label={say("recoveryKey.copy", "Copy")} what={say("recoveryKey.what", "the recovery key")} size="medium" />
        <Button onPress={() => window.print()}>
          <Printer />
          {say("recoveryKey.print", "Print")}
        </Button>
      </div>
      <Form id={form} className={styles["stack"]} onSend={() => void run()}>
        {failure && (
          <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
            {whatToDo(say, failure)}
          </Banner>
        )}
        <TextField
          label={say("recoveryKey.check", "To check your copy, enter the {count} characters after the dot", {
            count: check.length,
          })}
          size="large"
          mono
          autoComplete="off"
          spellCheck="false"
          value={typed}
          onChange={setTyped}
          isRequired
          check={(text) => (text.trim() === check ? undefined : say("recoveryKey.other", "These are not the last {count} characters of your key.", { count: check.length }))}
        />
      </Form>
    </Dialog>
  );
}

/** As people read it out and compare it; whoever copies the spaces with it has the same key. */
const inGroups = (key: string): string => key.match(/.{1,8}/g)?.join(" ") ?? key;

/** Hands the text to the browser as a file. */
export function saveText({ name, text }: Pick<RecoveryFile, "name" | "text">): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
