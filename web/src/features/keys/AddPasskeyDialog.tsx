/** Adds a passkey to the person: it signs in from now on, and changes nothing about how this browser unlocks. */
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../api/baseApi";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { isCancelled } from "../../confirming/confirm";
import { useConfirmedAct } from "../../confirming/useConfirmedAct";
import { THROWN } from "../../i18n/fixedTexts";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { AppDispatch } from "../../session/dispatch";
import { addPasskey, isKnownAlready, usualName } from "./addPasskey";

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const dispatch = useDispatch<AppDispatch>();
  const [name, setName] = useState(() => usualName(navigator.userAgent));

  async function add() {
    try {
      await addPasskey(name.trim());
    } catch (reason) {
      if (isCancelled(reason)) throw new Error(THROWN.cancelled, { cause: reason });
      if (isKnownAlready(reason))
        throw new Error(say("keys.knownPasskey", "This authenticator has a passkey of yours already."), { cause: reason });
      throw reason;
    }
  }

  const { run, busy, failure, question } = useConfirmedAct(add, () => {
    dispatch(baseApi.util.invalidateTags(["Passkey"]));
    tell({ title: say("keys.passkeyAdded", "The passkey was added") });
    onClose();
  });

  return (
    <Dialog
      title={say("keys.addPasskey", "Add a passkey")}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isDisabled={!name.trim()} isPending={busy} onPress={() => void run()}>
          <Fingerprint />
          {say("keys.addPasskeyGo", "Continue with the authenticator")}
        </Button>
      }
    >
      <p className="quiet">
        {say("keys.addPasskeyWhat", "It signs you in without a password. How this browser unlocks stays as it is.")}
      </p>
      <TextField label={say("keys.passkeyName", "Name")} value={name} onChange={setName} maxLength={64} />
      {failure && (
        <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
          {whatToDo(say, failure.message)}
        </Banner>
      )}
      {question}
    </Dialog>
  );
}
