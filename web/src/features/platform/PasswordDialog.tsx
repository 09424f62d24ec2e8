/** Sets a user's password. */
import { useState } from "react";

import { setPersonPassword, type Person } from "../../api/platform";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { PasswordField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { passwordFault } from "../../session/identity/password";
import { calledOf } from "./called";
import { PersonDialog } from "./PersonDialog";
import styles from "./Platform.module.css";
import { sayPlatformRefusal } from "./refusals";

export function PasswordDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const say = useSay();
  const [password, setPassword] = useState("");
  const { run, busy, failure } = useAct(
    () => setPersonPassword(person.id, password),
    () => {
      tell({ title: say("platform.passwordSet", "The password is set, and all their sessions ended") });
      onClose();
    },
  );
  return (
    <PersonDialog
      title={say("platform.passwordTitle", "Set a password for {name}", { name: calledOf(person) })}
      isOpen
      onClose={onClose}
      keeps={password !== ""}
    >
      <Form
        className={styles["form"]}
        onSend={() => void run()}
      >
        <p>{say("platform.passwordWhat", "This changes how they sign in and ends all their sessions. It does not open encrypted content.")}</p>
        <PasswordField
          label={say("platform.newPassword", "New password")}
          autoFocus
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isRequired
          missing={passwordFault(say, "")}
          check={(text) => passwordFault(say, text)}
          error={failure && sayPlatformRefusal(say, failure)}
        />
        <Banner tone="info">{say("platform.passwordHint", "Better: they use “Forgot your password?”, and you never know it.")}</Banner>
        <div className={styles["buttons"]}>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button type="submit" look="primary" writes isPending={busy}>
            {say("platform.setPassword", "Set a password")}
          </Button>
        </div>
      </Form>
    </PersonDialog>
  );
}
