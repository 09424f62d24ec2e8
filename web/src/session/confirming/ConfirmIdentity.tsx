/** Step-up dialog: passkey or password, or an emailed code for users with neither. */
import { Fingerprint, Mail } from "lucide-react";
import { useState } from "react";

import { useListPasskeysQuery, useSendCodeMutation } from "../../api/auth";
import type { ApiFailure } from "../../api/failure";
import { useListSignInMethodsQuery } from "../../api/self";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { PasswordField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Skeleton } from "../../components/States";
import { sayRefusal } from "../../i18n/refusalTexts";
import { whatToDo } from "../../i18n/thrownTexts";
import { useSay, type Say } from "../../i18n/say";
import { CodeEntry } from "../identity/CodeEntry";
import { useSignedIn } from "../useSession";
import { passkeysWork } from "../../keyring/webauthn/support";
import { isCancelled } from "../../keyring/webauthn/failures";
import { confirmByCode, confirmByPasskey, confirmByPassword } from "./confirm";
import styles from "./confirming.module.css";
import { proofsOf } from "./proofs";

interface ConfirmIdentityProps {
  onConfirmed: () => void;
  onClose: () => void;
}

export default function ConfirmIdentity({ onConfirmed, onClose }: ConfirmIdentityProps) {
  const say = useSay();
  const passkeys = useListPasskeysQuery();
  const methods = useListSignInMethodsQuery();
  const { passkey, password, code } = proofsOf(passkeys.data, methods.data, passkeysWork());
  return (
    <Dialog title={say("confirm.title", "Confirm it is you")} isOpen onClose={onClose}>
      <p className="quiet">{say("confirm.lead", "This action needs a fresh confirmation. It is valid for 10 minutes.")}</p>
      {passkeys.isLoading || methods.isLoading ? (
        <Skeleton lines={2} height={44} />
      ) : (
        <>
          {passkey && <ByPasskey onConfirmed={onConfirmed} />}
          {password && <ByPassword first={!passkey} onConfirmed={onConfirmed} />}
          {code && <ByCode onConfirmed={onConfirmed} />}
          {!passkey && !password && !code && (
            <Banner tone="info" title={say("confirm.elsewhere", "Your passkey cannot be used in this browser.")}>
              {say("confirm.elsewhereHow", "Open Coffer in the browser where you used it before, or set a password there.")}
            </Banner>
          )}
        </>
      )}
    </Dialog>
  );
}

function ByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const say = useSay();
  const { run, busy, failure } = useAct(async () => {
    try {
      await confirmByPasskey();
    } catch (reason) {
      if (!isCancelled(reason)) throw reason;
      return;
    }
    onConfirmed();
  });
  return (
    <>
      {failure && (
        <Banner tone="bad" urgent title={sayRefusal(say, failure)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
      <Button look="primary" size="large" wide autoFocus writes isPending={busy} onPress={() => void run()}>
        <Fingerprint />
        {say("confirm.passkey", "Confirm with a passkey")}
      </Button>
    </>
  );
}

function ByPassword({ first, onConfirmed }: { first: boolean; onConfirmed: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const [password, setPassword] = useState("");
  const { run, busy, failure } = useAct(() => confirmByPassword(password), onConfirmed);
  return (
    <Form
      className={styles["form"]}
      onSend={() => void run()}
    >
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={say("confirm.password", "Password")}
        size="large"
        autoComplete="current-password"
        autoFocus={first}
        value={password}
        onChange={setPassword}
        isRequired
        missing={say("auth.password.missing", "Enter your password.")}
        error={failure && faultOf(say, failure)}
      />
      <Button type="submit" look={first ? "primary" : "plain"} size="large" wide writes isPending={busy}>
        {say("confirm.byPassword", "Confirm with your password")}
      </Button>
    </Form>
  );
}

/** The wire says that address or password is wrong; the address is known here. */
function faultOf(say: Say, failure: ApiFailure): string {
  return sayRefusal(say, failure.code === "INVALID_EMAIL_OR_PASSWORD" ? { ...failure, code: "INVALID_PASSWORD" } : failure);
}

function ByCode({ onConfirmed }: { onConfirmed: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const [sendCode] = useSendCodeMutation();
  const [mailed, setMailed] = useState(false);
  const mail = () => sendCode({ askForCode: { email: user.email, type: "sign-in" } }).unwrap();
  const { run, busy, failure } = useAct(mail, () => setMailed(true));

  if (mailed)
    return (
      <CodeEntry
        label={say("confirm.code", "Verification code")}
        onCode={async (otp) => {
          await confirmByCode(otp);
          onConfirmed();
        }}
        onResend={mail}
      />
    );
  return (
    <>
      {failure && <Banner tone="bad" urgent title={sayRefusal(say, failure)} />}
      <p className="quiet">
        {say("confirm.byMail", "We send a verification code to {email}.", { email: user.email })}
      </p>
      <Button look="primary" size="large" wide autoFocus writes isPending={busy} onPress={() => void run()}>
        <Mail />
        {say("confirm.mail", "Email me a code")}
      </Button>
    </>
  );
}
