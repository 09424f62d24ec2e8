/** Deletes the user for good: the email address is typed, and step-up is required. */
import { useId, useState } from "react";

import { deleteOneself } from "../../../api/self";
import { endingSession } from "../../../api/sessionEnd";
import { confirmWhoIsThere, UNCONFIRMED } from "../../../api/stepUp";
import { useAct } from "../../../api/useAct";
import type { ApiFailure } from "../../../api/failure";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { TextField } from "../../../components/Field";
import { Form } from "../../../components/Form";
import { Banner } from "../../../components/Layout";
import { sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { forgetPerson } from "../../../keyring/forgetting";
import { steps } from "../../../keyring/leaving";
import { useKeyring } from "../../../keyring/react";
import { forgetPlace } from "../../../session/place";
import { useSignedIn } from "../../../session/useSession";
import { announceSessionChange } from "../../../session/useSessionChange";
import styles from "../Settings.module.css";
import { InTheWay } from "./InTheWay";

export default function ForgetDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const keyring = useKeyring();
  const { user } = useSignedIn();
  const form = useId();
  const [typed, setTyped] = useState("");
  const { run, busy, failure } = useAct(async () => {
    // However fresh the session is: whoever finds an open screen must not be able to do this.
    if (!(await confirmWhoIsThere(UNCONFIRMED))) return;
    await endingSession(deleteOneself);
    // The person is gone: what is left here goes as far as this browser lets it.
    await steps(() => keyring.dropCopies(), () => keyring.lock());
    await steps(() => forgetPerson(user.id));
    forgetPlace();
    announceSessionChange();
    location.assign("/login");
  });
  return (
    <Dialog
      role="alertdialog"
      title={say("forget.ask", "Delete your identity for good?")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button
            look="danger"
            type="submit"
            form={form}
            writes
            isPending={busy}
          >
            {say("forget.go", "Delete my identity for good")}
          </Button>
        </>
      }
    >
      <p>{say("forget.ends", "You leave every account, all your sessions end, and your passkeys stop working.")}</p>
      <p className="quiet">
        {say("forget.not", "Documents you encrypted stay readable for people with access. The audit log keeps what was done, without your name.")}
      </p>
      <Form id={form} className={styles["form"]} onSend={() => void run()}>
        {failure && <Banner tone="bad" urgent title={sayRefusal(say, failure)} />}
        <InTheWay accountIds={accountIdsOf(failure)} />
        <TextField
          label={say("forget.type", "Type your email address to confirm")}
          hint={<bdi>{user.email}</bdi>}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          isRequired
          check={(text) =>
            text.trim().toLowerCase() === user.email ? undefined : say("forget.other", "This is not your email address: {email}", { email: user.email })
          }
        />
      </Form>
    </Dialog>
  );
}

/** The accounts that have to be settled first, as the server names them. */
function accountIdsOf(failure: ApiFailure | undefined): string[] {
  const named = failure?.details?.["accountIds"];
  return Array.isArray(named) ? named.filter((id) => typeof id === "string") : [];
}
