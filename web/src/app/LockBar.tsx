/** Whether this device is unlocked, for how long, and the button that ends it. */
import { Lock, LockOpen } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "../components/Button";
import { formatSpan } from "../dates/moments";
import { useSay } from "../i18n/say";
import type { KeyState } from "../keyring/contract";
import { useKeyring, useKeyState } from "../keyring/react";
import { useDates } from "../session/useSession";
import styles from "./Shell.module.css";

/** There is nothing to lock or unlock here now, whatever keys this browser has. */
const SAYS_NOTHING: readonly KeyState["name"][] = ["starting", "keyless", "stopped", "alarm", "closed"];

export function LockBar() {
  const say = useSay();
  const keyring = useKeyring();
  const state = useKeyState();
  const { language } = useDates();
  const now = useMinute();

  if (SAYS_NOTHING.includes(state.name)) return null;
  if (state.name === "ready")
    return (
      <div className={styles["lockbar"]}>
        <LockOpen className={styles["unlocked"] ?? ""} />
        <p className={styles["word"]}>
          <b>{say("lock.unlocked", "Unlocked")}</b>
          <span className="hint num">
            {say("lock.in", "Locks in {span}", { span: formatSpan(state.locksAt - now, language) })}
          </span>
        </p>
        <Button
          look="quiet"
          size="small"
          icon
          aria-label={say("lock.now", "Lock now")}
          aria-keyshortcuts="Control+Shift+L"
          onPress={() => void keyring.lock()}
        >
          <Lock />
        </Button>
      </div>
    );
  return (
    <div className={styles["lockbar"]}>
      <Lock className={styles["locked"] ?? ""} />
      <p className={styles["word"]}>
        <b>{say("lock.locked", "Locked")}</b>
        <span className="hint">
          {state.name === "locked"
            ? say("lock.locked.hint", "Unlock to read and write")
            : say("lock.noKeys", "No keys on this device")}
        </span>
      </p>
    </div>
  );
}

/** The time, moving once a minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
