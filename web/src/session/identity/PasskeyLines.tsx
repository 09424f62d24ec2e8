/** The user's passkeys, newest first: they sign in, and some unlock a device. Nobody has signed what the server tells of them. */
import { Ellipsis, Fingerprint, Pencil, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";

import { newestFirst, useListPasskeysQuery, type Passkey } from "../../api/auth";
import { held } from "../../api/held";
import { Button } from "../../components/Button";
import { Line } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { PopUp } from "../../components/PopUp";
import { part } from "../../components/part";
import { ServerHead } from "../../components/ServerWord";
import { NotRefreshed, Skeleton } from "../../components/States";
import { dayAt, formatDay } from "../../dates/days";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { useUnlockingCredential } from "../../keyring/unlockingCredential";
import { useDates, useSignedIn } from "../useSession";
import styles from "./identity.module.css";
import { passkeyName } from "./passkeyName";

const RemovePasskeyDialog = part(() => import("./RemovePasskeyDialog"));
const RenamePasskeyDialog = part(() => import("./RenamePasskeyDialog"));

interface Doing {
  what: "rename" | "remove";
  passkey: Passkey;
}

/** `empty` is shown without any. */
export function PasskeyLines({ empty }: { empty?: ReactNode }) {
  const say = useSay();
  const { data: passkeys, failure: failed, late, again } = held(useListPasskeysQuery());
  const { user, account } = useSignedIn();
  const unlocking = useUnlockingCredential(user.id, account.id);
  const [doing, setDoing] = useState<Doing>();
  const done = () => setDoing(undefined);

  if (failed)
    return (
      <Line>
        <span className={styles["words"]}>{say("keys.passkeysFailed", "The passkeys did not load.")}</span>
        <span className="hint">{sayThrown(say, failed.message)}</span>
        <Button size="small" onPress={again}>
          {say("state.retry", "Try again")}
        </Button>
      </Line>
    );
  if (!passkeys) return <Skeleton lines={2} />;
  if (passkeys.length === 0) return empty;
  return (
    <div role="group" aria-label={say("server.group", "From the server")} data-word>
      <Line>
        <ServerHead />
      </Line>
      {late && <NotRefreshed onRetry={again} />}
      {newestFirst(passkeys).map((passkey) => (
        <PasskeyLine
          key={passkey.id}
          passkey={passkey}
          unlocks={passkey.credentialID === unlocking}
          onDo={(what) => setDoing({ what, passkey })}
        />
      ))}
      <PopUp onClose={done}>
        {doing?.what === "rename" && <RenamePasskeyDialog passkey={doing.passkey} onClose={done} />}
        {doing?.what === "remove" && <RemovePasskeyDialog passkey={doing.passkey} onClose={done} />}
      </PopUp>
    </div>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  /** It opens the key of this browser as well. */
  unlocks: boolean;
  onDo: (what: Doing["what"]) => void;
}

function PasskeyLine({ passkey, unlocks, onDo }: PasskeyLineProps) {
  const say = useSay();
  const dates = useDates();
  const name = passkeyName(say, passkey);
  return (
    <Line className={styles["line"]}>
      <span className={styles["tile"]}>
        <Fingerprint />
      </span>
      <span className={styles["words"]}>
        <b className="clip">
          <bdi>{name}</bdi>
        </b>
        <span className="hint">
          {passkey.off
            ? say("keys.copied", "This passkey may have been copied, so it no longer works. Remove it, or confirm under Security that it was you.")
            : say("keys.added", "Added {day}", { day: formatDay(dayAt(new Date(passkey.createdAt), dates.zone), dates) })}
        </span>
      </span>
      <span className={styles["words"]}>
        {passkey.off ? (
          <Pill tone="bad">{say("keys.off", "Off")}</Pill>
        ) : unlocks ? (
          say("keys.signsInUnlocks", "Signs you in, unlocks this browser")
        ) : (
          say("keys.signsIn", "Signs you in")
        )}
        <span className="hint">
          {passkey.backedUp ? say("keys.synced", "Synced across devices") : say("keys.bound", "Only on one device")}
        </span>
      </span>
      <Menu
        label={say("keys.passkeyActions", "Actions for this passkey")}
        trigger={
          <Button look="quiet" size="small" icon aria-label={say("keys.passkeyMenu", "Actions for the passkey {name}", { name })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={Pencil} label={say("keys.renamePasskey", "Rename")} onAction={() => onDo("rename")} />
        <MenuItem icon={Trash2} destroys label={say("keys.removePasskey", "Remove this passkey")} onAction={() => onDo("remove")} />
      </Menu>
    </Line>
  );
}
