/** Asks who is there: a passkey first, the password, or a code by mail for whoever has neither. */
import { Fingerprint, Mail } from "lucide-react";
import { useState } from "react";

import { useSendCodeMutation } from "../api/auth";
import { Button } from "../components/Button";
import { CodeInput } from "../components/CodeInput";
import { Dialog } from "../components/Dialog";
import { PasswordField } from "../components/Field";
import { Form } from "../components/Form";
import { useSay } from "../i18n/say";
import { useSignedIn } from "../session/useSession";
import { confirmByCode, confirmByPasskey, confirmByPassword, passkeysWork, proofFault } from "./confirm";
import styles from "./confirming.module.css";

interface ConfirmIdentityProps {
  onConfirmed: () => void;
  onClose: () => void;
}

export function ConfirmIdentity({ onConfirmed, onClose }: ConfirmIdentityProps) {
  const say = useSay();
  const { user } = useSignedIn();
  const [sendCode] = useSendCodeMutation();
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const [mailed, setMailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function prove(proof: () => Promise<unknown>) {
    setBusy(true);
    setFault(undefined);
    try {
      await proof();
      onConfirmed();
    } catch (reason) {
      setOtp("");
      setFault(proofFault(reason));
    } finally {
      setBusy(false);
    }
  }

  async function mail() {
    setFault(undefined);
    const answer = await sendCode({ askForCode: { email: user.email, type: "sign-in" } });
    if (answer.error) setFault(answer.error.message);
    else setMailed(true);
  }

  return (
    <Dialog title={say("confirm.title", "Confirm that it is you")} isOpen onClose={onClose}>
      <p className="quiet">{say("confirm.lead", "Only you should be able to do this. It holds for 10 minutes.")}</p>
      {mailed ? (
        <CodeInput
          label={say("confirm.code", "Six digits from your mail")}
          value={otp}
          onChange={setOtp}
          onComplete={(code) => void prove(() => confirmByCode(code))}
          error={fault}
          isDisabled={busy}
        />
      ) : (
        <>
          {passkeysWork() && (
            <Button look="primary" size="large" wide isPending={busy} onPress={() => void prove(confirmByPasskey)}>
              <Fingerprint />
              {say("confirm.passkey", "Confirm with a passkey")}
            </Button>
          )}
          <Form
            className={styles["form"]}
            onSubmit={(event) => {
              event.preventDefault();
              void prove(() => confirmByPassword(password));
            }}
          >
            <PasswordField
              label={say("confirm.password", "Password")}
              size="large"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={fault}
            />
            <Button type="submit" size="large" wide isDisabled={!password} isPending={busy}>
              {say("confirm.byPassword", "Confirm with the password")}
            </Button>
          </Form>
          <Button look="quiet" size="large" wide onPress={() => void mail()}>
            <Mail />
            {say("confirm.mail", "Email me a code")}
          </Button>
        </>
      )}
    </Dialog>
  );
}
