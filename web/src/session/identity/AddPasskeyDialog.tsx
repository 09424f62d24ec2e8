/** Adds a passkey to the person: it signs in from now on, and changes nothing about how this browser unlocks. */
import { Fingerprint } from "lucide-react";
import { useId, useState } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../api/baseApi";
import { addPasskey } from "../../api/self";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { sayRefusal } from "../../i18n/refusalTexts";
import { whatToDo } from "../../i18n/thrownTexts";
import { useSay, type Say } from "../../i18n/say";
import { ownDeviceName } from "../../keyring/deviceName";
import type { AppDispatch } from "../dispatch";
import { makePasskey } from "../../keyring/webauthn/make";

/** As the server counts. */
const LONGEST_NAME = 80;

export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const dispatch = useDispatch<AppDispatch>();
  const form = useId();
  const [name, setName] = useState(ownDeviceName);

  const { run, busy, failure } = useAct(async () => {
    const { response, unlocks } = await makePasskey();
    await addPasskey(response, name.trim());
    dispatch(baseApi.util.invalidateTags(["Passkey", "Audit"]));
    tell({ title: say("keys.passkeyAdded", "Passkey added"), detail: unlockingWords(say, unlocks) });
  }, onClose);

  return (
    <Dialog
      title={say("keys.addPasskey", "Add a passkey")}
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
        {say("keys.addPasskeyWhat", "It signs you in without a password. How you unlock this browser does not change.")}
      </p>
      <Form id={form} onSend={() => void run()}>
        <TextField label={say("keys.passkeyName", "Name")} isRequired autoFocus value={name} onChange={setName} maxLength={LONGEST_NAME} />
      </Form>
      {failure && (
        <Banner tone="bad" urgent title={sayRefusal(say, failure)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
    </Dialog>
  );
}

function unlockingWords(say: Say, unlocks: boolean | undefined): string | undefined {
  if (unlocks === undefined) return undefined;
  return unlocks
    ? say("keys.passkeyUnlocks", "This authenticator can also unlock Coffer.")
    : say("keys.passkeySignsIn", "This authenticator can sign you in but not unlock Coffer.");
}
