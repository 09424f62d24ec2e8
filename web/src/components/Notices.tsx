/** Shows the notices at the foot of the page. */
import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button as AriaButton } from "react-aria-components/Button";

import { useSay } from "../i18n/say";
import { classes } from "./classes";
import { dismiss, noticeStore, type Notice } from "./notices";
import styles from "./Notices.module.css";
import { Why } from "./Why";
import { ServerWord } from "./ServerWord";

const SHOWN_MS = 8000;

export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.current);
  const say = useSay();
  return (
    <section className={styles["region"]} aria-label={say("notices.region", "Notifications")}>
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const say = useSay();
  const [held, setHeld] = useState(false);
  const stays = held || notice.tone === "error";

  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => dismiss(notice.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, notice.id]);

  return (
    <div
      className={classes(styles["toast"], notice.tone === "error" && styles["error"])}
      role={notice.tone === "error" ? "alert" : "status"}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>
        <b>
          {notice.about && <ServerWord>{notice.about}</ServerWord>} {notice.title}
        </b>
        {(notice.detail || notice.said) && (
          <span>
            <Why message={notice.detail ?? ""} said={notice.said} />
          </span>
        )}
      </p>
      {notice.undo && (
        <AriaButton
          className={styles["undo"]}
          onPress={() => {
            notice.undo?.();
            dismiss(notice.id);
          }}
        >
          {say("notices.undo", "Undo")}
        </AriaButton>
      )}
      <AriaButton
        className={styles["close"]}
        aria-label={say("notices.close", "Dismiss")}
        onPress={() => dismiss(notice.id)}
      >
        <X />
      </AriaButton>
    </div>
  );
}
