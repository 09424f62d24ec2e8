/** To another address: a code proves its mailbox, and the one before is told. */
import { useState } from "react";

import { askToChangeEmail, changeEmail } from "../../../api/self";
import { useAct } from "../../../api/useAct";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { TextField } from "../../../components/Field";
import { Form } from "../../../components/Form";
import { tell } from "../../../components/notices";
import { sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { CodeEntry } from "../../../session/identity/CodeEntry";
import { mailFault } from "../../../i18n/readings/mail";
import { useSignedIn } from "../../../session/useSession";
import { useSessionChange } from "../../../session/useSessionChange";
import styles from "../Settings.module.css";

export default function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const sessionChanged = useSessionChange();
  const [typed, setTyped] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const { run, busy, failure } = useAct(async () => {
    const email = typed.trim();
    await askToChangeEmail(email);
    setSentTo(email);
  });

  async function enter(newEmail: string, otp: string) {
    await changeEmail({ newEmail, otp });
    await sessionChanged();
    tell({ title: say("self.emailChanged", "You sign in with {email} now", { email: newEmail }) });
    onClose();
  }

  return (
    <Dialog title={say("self.changeEmail", "Change your email address")} isOpen onClose={onClose}>
      {sentTo === undefined ? (
        <Form
          className={styles["form"]}
          onSend={() => void run()}
        >
          <p className="quiet">
            {say("self.emailWhat", "From then on you sign in with the new address. We tell {email} about the change.", { email: user.email })}
          </p>
          <TextField
            label={say("self.newEmail", "New email address")}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoFocus
            value={typed}
            onChange={setTyped}
            isRequired
            missing={mailFault(say, "")}
            check={(text) => mailFault(say, text)}
            error={failure && sayRefusal(say, failure)}
          />
          <Button type="submit" look="primary" writes isPending={busy}>
            {say("auth.code", "Email me a code")}
          </Button>
        </Form>
      ) : (
        <>
          <p className="quiet">
            {say("self.emailSent", "If no one else uses this address, we sent a verification code to")} <bdi>{sentTo}</bdi>.
          </p>
          <CodeEntry
            onCode={(otp) => enter(sentTo, otp)}
            onResend={() => askToChangeEmail(sentTo)}
            failure="emailVerification"
            end={
              <Button look="quiet" size="small" onPress={() => setSentTo(undefined)}>
                {say("otp.change", "Change email")}
              </Button>
            }
          />
        </>
      )}
    </Dialog>
  );
}
