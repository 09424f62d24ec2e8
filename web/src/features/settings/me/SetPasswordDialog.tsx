/** Sets a first password with an emailed code. All sessions end; this one starts again at once. */
import { useState } from "react";
import { useDispatch } from "react-redux";

import { askToResetPassword, resetPassword, signInPassword } from "../../../api/auth";
import { baseApi } from "../../../api/baseApi";
import { endingSession } from "../../../api/sessionEnd";
import { failureOf } from "../../../api/failure";
import { useAct } from "../../../api/useAct";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Form } from "../../../components/Form";
import { Banner } from "../../../components/Layout";
import { tell } from "../../../components/notices";
import { newPasswordFault, sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { CodeEntry } from "../../../session/identity/CodeEntry";
import { NewPasswordField } from "../../../session/identity/NewPasswordField";
import type { AppDispatch } from "../../../session/dispatch";
import { noteTypedPassword } from "../../../session/typedPassword";
import { useSignedIn } from "../../../session/useSession";
import { useSessionChange } from "../../../session/useSessionChange";
import styles from "../Settings.module.css";

export default function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const dispatch = useDispatch<AppDispatch>();
  const sessionChanged = useSessionChange();
  const [password, setPassword] = useState("");
  const [weak, setWeak] = useState<string>();
  const [mailed, setMailed] = useState(false);
  const mail = useAct(
    () => askToResetPassword(user.email),
    () => setMailed(true),
  );

  async function enter(otp: string) {
    try {
      await endingSession(() => resetPassword({ email: user.email, otp, password }));
    } catch (reason) {
      const fault = newPasswordFault(say, failureOf(reason).code);
      if (fault === undefined) throw reason;
      // The code is as good as before: another password, and it goes on.
      setWeak(fault);
      setMailed(false);
      return;
    }
    noteTypedPassword(password);
    await signInPassword({ email: user.email, password, rememberMe: true });
    await sessionChanged();
    dispatch(baseApi.util.invalidateTags(["OwnSession", "SignInMethod", "Audit"]));
    tell({ title: say("forgot.done", "Your new password is set") });
    onClose();
  }

  return (
    <Dialog title={say("self.setPassword", "Set a password")} isOpen onClose={onClose}>
      {mailed ? (
        <>
          <p className="quiet">
            {say("otp.lead", "We sent a code to")} <bdi>{user.email}</bdi>.
          </p>
          <CodeEntry failure="passwordReset" onCode={enter} onResend={() => askToResetPassword(user.email)} />
        </>
      ) : (
        <Form
          className={styles["form"]}
          onSend={() => {
            setWeak(undefined);
            void mail.run();
          }}
        >
          <p className="quiet">
            {say("self.setWhat", "A code sent to your email confirms that it is you. All other browsers are signed out.")}
          </p>
          <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
          <NewPasswordField
            label={say("password.new", "New password")}
            size="medium"
            autoFocus
            value={password}
            onChange={setPassword}
            error={weak}
          />
          {mail.failure && <Banner tone="bad" urgent title={sayRefusal(say, mail.failure)} />}
          <Button type="submit" look="primary" writes isPending={mail.busy}>
            {say("auth.code", "Email me a code")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
