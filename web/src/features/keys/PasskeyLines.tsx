/** One's own passkeys: they sign in, and some of them unlock a device. */
import { Ellipsis, Fingerprint, Trash2 } from "lucide-react";
import { useState } from "react";

import { newestFirst, useListPasskeysQuery, useRemovePasskeyMutation, type Passkey } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner, Line } from "../../components/Layout";
import { Menu, MenuItem } from "../../components/Menu";
import { tell } from "../../components/notices";
import { useConfirmedAct } from "../../confirming/useConfirmedAct";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";

export function PasskeyLines() {
  const say = useSay();
  const dates = useDates();
  const { data: passkeys, isError, error, refetch } = useListPasskeysQuery();
  const [removing, setRemoving] = useState<Passkey>();

  if (isError)
    return (
      <Line>
        <span className={styles["words"]}>{say("keys.passkeysFailed", "The passkeys did not load.")}</span>
        <span className="hint">{failureOf(error).message}</span>
        <Button size="small" onPress={() => void refetch()}>
          {say("state.retry", "Try again")}
        </Button>
      </Line>
    );
  return (
    <>
      {newestFirst(passkeys ?? []).map((passkey) => (
        <Line key={passkey.id} className={styles["device"]}>
          <span className={styles["tile"]}>
            <Fingerprint />
          </span>
          <span className={styles["words"]}>
            <b className="clip">
              <bdi>{passkeyName(passkey, say("keys.passkey", "Passkey"))}</bdi>
            </b>
            <span className="hint">
              {say("keys.added", "Added {day}", { day: formatDay(dayAt(new Date(passkey.createdAt), dates.zone), dates) })}
            </span>
          </span>
          <span />
          <span className={styles["words"]}>{say("keys.signsIn", "Signs you in")}</span>
          <Menu
            label={passkeyName(passkey, say("keys.passkey", "Passkey"))}
            trigger={
              <Button
                look="quiet"
                size="small"
                icon
                aria-label={say("keys.passkeyMenu", "What to do with the passkey {name}", {
                  name: passkeyName(passkey, say("keys.passkey", "Passkey")),
                })}
              >
                <Ellipsis />
              </Button>
            }
          >
            <MenuItem
              icon={Trash2}
              destroys
              label={say("keys.removePasskey", "Remove this passkey")}
              onAction={() => setRemoving(passkey)}
            />
          </Menu>
        </Line>
      ))}
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const say = useSay();
  const [remove] = useRemovePasskeyMutation();
  const name = passkeyName(passkey, say("keys.passkey", "Passkey"));
  const { run, busy, failure, question } = useConfirmedAct(
    () => remove({ id: passkey.id }).unwrap(),
    () => {
      tell({ title: say("keys.passkeyRemoved", "The passkey {name} was removed", { name }) });
      onClose();
    },
  );
  return (
    <Dialog
      role="alertdialog"
      title={say("keys.removePasskeyTitle", "Remove the passkey {name}?", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" isPending={busy} onPress={() => void run()}>
            {say("keys.removePasskey", "Remove this passkey")}
          </Button>
        </>
      }
    >
      <p>{say("keys.removePasskeyWhat", "It signs you in no more.")}</p>
      <p className="quiet">
        {say(
          "keys.removePasskeyNot",
          "A device that unlocks with it still does. To end that as well, remove the device, or delete the passkey where it is kept.",
        )}
      </p>
      {failure && (
        <Banner
          tone="bad"
          urgent
          title={
            failure.code === "LAST_SIGN_IN_METHOD"
              ? say("keys.lastSignIn", "This is your only way to sign in. Add another one first.")
              : failure.message
          }
        />
      )}
      {question}
    </Dialog>
  );
}

const passkeyName = ({ name }: Passkey, unnamed: string): string => name || unnamed;
