/** A passkey is taken away: what ends with it, and what does not. */
import type { Passkey } from "../../api/auth";
import { useDeletePasskeyMutation } from "../../api/self";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { ServerWord } from "../../components/ServerWord";
import { tell } from "../../components/notices";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { wordOf } from "../../i18n/word";
import { passkeyName } from "./passkeyName";

export default function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const say = useSay();
  const [remove] = useDeletePasskeyMutation();
  const name = passkeyName(say, passkey);
  const { run, busy, failure } = useAct(
    () => remove({ deletePasskey: { id: passkey.id } }).unwrap(),
    () => {
      tell({ title: say("keys.passkeyRemoved", "Passkey removed"), about: wordOf(name) });
      onClose();
    },
  );
  return (
    <Dialog
      role="alertdialog"
      title={say("keys.removePasskeyTitle", "Remove this passkey?")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={busy} onPress={() => void run()}>
            {say("keys.removePasskey", "Remove this passkey")}
          </Button>
        </>
      }
    >
      <p>
        <ServerWord>{name}</ServerWord>
      </p>
      <p>{say("keys.removePasskeyWhat", "It no longer signs you in.")}</p>
      <p className="quiet">
        {say(
          "keys.removePasskeyNot",
          "A device that unlocks with this passkey still does. To stop that too, remove the device or delete the passkey where it is stored.",
        )}
      </p>
      {failure && <Banner tone="bad" urgent title={sayRefusal(say, failure)} />}
    </Dialog>
  );
}
