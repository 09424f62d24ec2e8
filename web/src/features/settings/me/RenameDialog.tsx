/**
 * Changes the user's name, in all accounts. In the account that is open it is signed with the same press: others see it as
 * unconfirmed in the others until it is signed there (`OwnName`).
 */
import { useState } from "react";

import { useUpdateUserMutation } from "../../../api/self";
import { useAct } from "../../../api/useAct";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { TextField } from "../../../components/Field";
import { Form } from "../../../components/Form";
import { sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { useKeyring, useKeyState } from "../../../keyring/react";
import { usePeople } from "../../../lists/people/people";
import { useSignedIn } from "../../../session/useSession";
import { useSessionChange } from "../../../session/useSessionChange";
import { read } from "../../../i18n/word";
import styles from "../Settings.module.css";

export default function RenameDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const sessionChanged = useSessionChange();
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const { standing, email } = usePeople().of(user.id);
  const [update] = useUpdateUserMutation();
  const [name, setName] = useState(read(user.name));
  const typed = name.trim();
  const { run, busy, failure } = useAct(async () => {
    if (typed === read(user.name)) return;
    await update({ updateUser: { name: typed } }).unwrap();
    // The person has typed the name, and has signed the address before: nothing of it is the server's word.
    if (ready && standing === "signed") await keyring.confirmOwnName({ name: typed, email });
    await sessionChanged();
  }, onClose);
  return (
    <Dialog title={say("self.rename", "Change name")} isOpen onClose={onClose}>
      <Form
        className={styles["form"]}
        onSend={() => void run()}
      >
        <TextField
          label={say("register.name", "Name")}
          hint={say("self.nameHint", "Everyone in your accounts sees it. It is not end-to-end encrypted.")}
          autoComplete="name"
          autoFocus
          maxLength={80}
          value={name}
          onChange={setName}
          isRequired
          missing={say("register.name.missing", "Enter your name.")}
          error={failure && sayRefusal(say, failure)}
        />
        <Button type="submit" look="primary" writes isPending={busy}>
          {say("settings.save", "Save")}
        </Button>
      </Form>
    </Dialog>
  );
}
