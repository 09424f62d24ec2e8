/** A passkey later: the same keys open with the authenticator from now on, and not with the pass-phrase. */
import { Fingerprint } from "lucide-react";
import { useId, useState } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../api/baseApi";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useFetchAhead } from "../../components/fetchAhead";
import { PasswordField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { THROWN } from "../../i18n/fixedTexts";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { later } from "../../keyring/later";
import { useKeyring } from "../../keyring/react";
import type { AppDispatch } from "../../session/dispatch";
import styles from "./Keys.module.css";

const PROTECTING = [later.protection, later.webauthn];

interface UsePasskeyDialogProps {
  onClose: () => void;
  onDone: () => void;
}

export function UsePasskeyDialog({ onClose, onDone }: UsePasskeyDialogProps) {
  const say = useSay();
  const keyring = useKeyring();
  const dispatch = useDispatch<AppDispatch>();
  const form = useId();
  const [passphrase, setPassphrase] = useState("");
  useFetchAhead(PROTECTING);

  const { run, busy, failure } = useAct(
    () => keyring.protectByPasskey(passphrase),
    () => {
      dispatch(baseApi.util.invalidateTags(["Passkey"]));
      tell({ title: say("keys.usePasskeyDone", "This device unlocks with a passkey now") });
      onDone();
      onClose();
    },
  );

  return (
    <Dialog
      title={say("keys.usePasskey", "Use a passkey on this device")}
      isOpen
      onClose={onClose}
      actions={
        <Button type="submit" form={form} look="primary" writes isPending={busy}>
          <Fingerprint />
          {say("keys.addPasskeyGo", "Continue")}
        </Button>
      }
    >
      <p className="quiet">
        {say("keys.usePasskeyWhat", "From now on, this browser unlocks with the passkey and the pass-phrase no longer works. Your keys and your recovery key stay the same.")}
      </p>
      <Form id={form} className={styles["form"]} onSend={() => void run()}>
        <PasswordField
          label={say("locked.passphrase", "Pass-phrase of this browser")}
          autoFocus
          autoComplete="current-password"
          value={passphrase}
          onChange={setPassphrase}
          isRequired
          missing={sayThrown(say, THROWN.noPassphrase)}
        />
        {failure && (
          <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
            {whatToDo(say, failure)}
          </Banner>
        )}
      </Form>
    </Dialog>
  );
}
