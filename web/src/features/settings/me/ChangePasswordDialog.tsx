/** Changes the password, with the current one. */
import { useState } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../../api/baseApi";
import { failureOf, type ApiFailure } from "../../../api/failure";
import { changePassword, useRevokeOtherSessionsMutation } from "../../../api/self";
import { useAct } from "../../../api/useAct";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { PasswordField } from "../../../components/Field";
import { Form } from "../../../components/Form";
import { Banner } from "../../../components/Layout";
import { tell, tellFailure } from "../../../components/notices";
import { Checkbox } from "../../../components/Tick";
import { newPasswordFault, sayRefusal } from "../../../i18n/refusalTexts";
import { useSay, type Say } from "../../../i18n/say";
import { NewPasswordField } from "../../../session/identity/NewPasswordField";
import type { AppDispatch } from "../../../session/dispatch";
import { noteTypedPassword } from "../../../session/typedPassword";
import { useSignedIn } from "../../../session/useSession";
import styles from "../Settings.module.css";

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { user } = useSignedIn();
  const dispatch = useDispatch<AppDispatch>();
  const [revokeOthers] = useRevokeOtherSessionsMutation();
  const [current, setCurrent] = useState("");
  const [chosen, setChosen] = useState("");
  const [elsewhere, setElsewhere] = useState(true);
  const { run, busy, failure } = useAct(async () => {
    noteTypedPassword(chosen);
    await changePassword({ currentPassword: current, newPassword: chosen });
    tell({ title: say("self.passwordChanged", "Your password was changed") });
    dispatch(baseApi.util.invalidateTags(["SignInMethod", "Audit"]));
    onClose();
    // The protocol could do both at once, with a new session here as well; this one would lock the browser for it.
    if (!elsewhere) return;
    const { error } = await revokeOthers();
    if (error) tellFailure(say("self.othersStay", "Other browsers are still signed in"), sayRefusal(say, failureOf(error)));
  });
  const faults = faultsOf(say, failure);

  return (
    <Dialog title={say("self.changePassword", "Change password")} isOpen onClose={onClose}>
      <Form
        className={styles["form"]}
        onSend={() => void run()}
      >
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={say("self.currentPassword", "Current password")}
          autoComplete="current-password"
          autoFocus
          value={current}
          onChange={setCurrent}
          isRequired
          missing={say("auth.password.missing", "Enter your password.")}
          error={faults.current}
        />
        <NewPasswordField
          label={say("password.new", "New password")}
          size="medium"
          value={chosen}
          onChange={setChosen}
          error={faults.chosen}
        />
        <Checkbox isSelected={elsewhere} onChange={setElsewhere}>
          {say("self.signOutOthers", "Sign out everywhere else")}
        </Checkbox>
        {faults.other && <Banner tone="bad" urgent title={faults.other} />}
        <Button type="submit" look="primary" writes isPending={busy}>
          {say("self.changePassword", "Change password")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Each refusal at the field that it is about. */
function faultsOf(say: Say, failure: ApiFailure | undefined): { current?: string; chosen?: string; other?: string } {
  if (failure === undefined) return {};
  const chosen = newPasswordFault(say, failure.code);
  if (chosen !== undefined) return { chosen };
  const sentence = sayRefusal(say, failure);
  return failure.code === "INVALID_PASSWORD" ? { current: sentence } : { other: sentence };
}
