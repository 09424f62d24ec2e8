/** Closing the account: its name is typed, and the server wants to know who is there. */
import { useId, useState } from "react";

import { useCloseAccountMutation } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { useSignedIn } from "../../session/useSession";
import { read } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";
import styles from "./Settings.module.css";

export default function CloseDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { account } = useSignedIn();
  const form = useId();
  const [typed, setTyped] = useState("");
  const [close] = useCloseAccountMutation();
  const { run, busy, failure } = useAct(
    () => close({ accountId: account.id, closure: { confirm: typed.trim() } }).unwrap(),
    onClose,
  );
  const others = account.users.length - 1;

  return (
    <Dialog
      role="alertdialog"
      title={say("closing.ask", "Close {account}?", { account: read(account.displayName) })}
      titleTold
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" type="submit" form={form} writes isPending={busy}>
            <ServerWord inside>{say("closing.go", "Close {account}", { account: read(account.displayName) })}</ServerWord>
          </Button>
        </>
      }
    >
      <p>{say("closing.now", "Nothing can be changed from now on. Everyone can read and export, and you can reopen the account, for at least 30 days.")}</p>
      <p>
        {others > 0
          ? say("closing.others", "After that everything may be deleted for good, also for {count, plural, one {# other person} other {# other people}}.", { count: others })
          : say("closing.alone", "After that everything may be deleted for good.")}
      </p>
      <Form id={form} className={styles["form"]} onSend={() => void run()}>
        {failure && <Banner tone="bad" urgent title={sayRefusal(say, failure)} />}
        <TextField
          label={say("closing.type", "Type the name of the account to confirm")}
          hint={<ServerWord inside>{account.displayName}</ServerWord>}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          isRequired
          check={(text) =>
            text.trim() === read(account.displayName) ? undefined : say("setUp.otherName", "This is not the name of the account.")
          }
        />
      </Form>
    </Dialog>
  );
}
