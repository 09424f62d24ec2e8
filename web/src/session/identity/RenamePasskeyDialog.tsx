/** Another name for a passkey; only its owner sees it. */
import { useState } from "react";

import type { Passkey } from "../../api/auth";
import { useRenamePasskeyMutation } from "../../api/self";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { read } from "../../i18n/word";
import styles from "./identity.module.css";

const LONGEST_NAME = 80;

export default function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const say = useSay();
  const [rename] = useRenamePasskeyMutation();
  const [name, setName] = useState(read(passkey.name));
  const { run, busy, failure } = useAct(
    () => rename({ updatePasskey: { id: passkey.id, name: name.trim() } }).unwrap(),
    onClose,
  );
  const changed = name.trim() !== read(passkey.name);
  return (
    <Dialog title={say("keys.renamePasskeyTitle", "Rename this passkey")} isOpen onClose={onClose}>
      <Form
        className={styles["entry"]}
        onSend={() => (changed ? void run() : onClose())}
      >
        <TextField
          label={say("keys.passkeyName", "Name")}
          autoFocus
          maxLength={LONGEST_NAME}
          value={name}
          onChange={setName}
          isRequired
          error={failure && sayRefusal(say, failure)}
        />
        <Button type="submit" look="primary" writes isPending={busy}>
          {say("settings.save", "Save")}
        </Button>
      </Form>
    </Dialog>
  );
}
