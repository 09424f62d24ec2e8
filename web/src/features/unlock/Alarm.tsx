/** The key record does not fit what this browser saw before. Nothing else is on the page. */
import { Download, OctagonAlert } from "lucide-react";

import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import styles from "./unlock.module.css";

type AlarmState = Extract<KeyState, { name: "alarm" }>;

export function Alarm({ alarm }: { alarm: AlarmState }) {
  const say = useSay();
  const keyring = useKeyring();

  function save() {
    const url = URL.createObjectURL(alarm.evidence);
    const link = document.createElement("a");
    link.href = url;
    link.download = `key-record-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  return (
    <div className={styles["full"]}>
      <section className={styles["alarm"]} role="alert">
        <OctagonAlert />
        <h1>
          {alarm.kind === "invitation"
            ? say("alarm.invitation", "The key record does not match your invitation. Do not enter anything.")
            : say("alarm.fork", "The key record was changed. Do not enter anything.")}
        </h1>
        <p>
          {say(
            "alarm.what",
            "Coffer stopped here. Save the evidence and contact the account owner through a channel you trust.",
          )}
        </p>
        <p className="mono">
          <bdi>{alarm.message}</bdi>
        </p>
        <div className={styles["row"]}>
          <Button look="primary" onPress={save}>
            <Download />
            {say("alarm.save", "Save evidence")}
          </Button>
          {alarm.kind === "authority" && (
            <Button onPress={() => void keyring.acknowledge()}>{say("alarm.read", "I have read this. Continue")}</Button>
          )}
        </div>
      </section>
    </div>
  );
}
