/** Creates a user, who verifies the address at the first sign-in. */
import { useState } from "react";

import { createPerson } from "../../api/platform";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { PasswordField, TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { mailFault } from "../../i18n/readings/mail";
import { passwordFault } from "../../session/identity/password";
import styles from "./Platform.module.css";
import { sayPlatformRefusal } from "./refusals";

export function CreateDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const say = useSay();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { run, busy, failure } = useAct(
    () => createPerson({ name: name.trim(), email: email.trim(), ...(password ? { password } : {}) }),
    () => {
      tell({ title: say("platform.created", "{name} was added", { name: name.trim() }) });
      onDone();
      onClose();
    },
  );
  return (
    <Dialog title={say("platform.create", "Add a person")} isOpen onClose={onClose} keeps={name !== "" || email !== ""}>
      <Form
        className={styles["form"]}
        onSend={() => void run()}
      >
        <p>{say("platform.createWhat", "They verify their address with a code at their first sign-in. They belong to no account until someone invites them or they create one.")}</p>
        {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
        <TextField label={say("register.name", "Name")} isRequired autoFocus autoComplete="off" maxLength={100} value={name} onChange={setName} />
        <TextField
          label={say("auth.email", "Email")}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          isRequired
          missing={mailFault(say, "")}
          check={(text) => mailFault(say, text)}
        />
        <PasswordField
          label={say("platform.firstPassword", "First password, if they need one")}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          check={(text) => passwordFault(say, text)}
        />
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy}>
            {say("platform.createGo", "Add")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
