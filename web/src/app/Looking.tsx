/** The red frame around the window while an administrator views the app as another user. */
import { Eye } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import type { SessionInfo } from "../api/auth";
import { failureOf } from "../api/failure";
import { stopImpersonating } from "../api/looking";
import { useAct } from "../api/useAct";
import { Button } from "../components/Button";
import { tellFailure } from "../components/notices";
import { ServerWord } from "../components/ServerWord";
import { DEFAULT_DATES } from "../dates/settings";
import { formatTime } from "../dates/moments";
import { useSay } from "../i18n/say";
import { announceSessionChange } from "../session/useSessionChange";
import { read } from "../i18n/word";
import styles from "./Looking.module.css";

/** The administrator's clock, not the account's time zone. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Before the session is over by itself, so that nobody is asked to sign in as the other person. */
const EARLY_MS = 2000;

export default function Looking({ session: { user, session, account } }: { session: SessionInfo }) {
  const say = useSay();
  const { run, busy } = useAct(comeBack);
  const atTheEnd = useEffectEvent(() => void run());

  useEffect(() => {
    const timer = setTimeout(atTheEnd, new Date(session.expiresAt).getTime() - Date.now() - EARLY_MS);
    return () => clearTimeout(timer);
  }, [session.expiresAt]);

  async function comeBack() {
    try {
      await stopImpersonating();
    } catch (reason) {
      const failure = failureOf(reason);
      // The own session has ended as well: there is nothing to come back to but the door.
      if (failure.status !== 401) {
        tellFailure(say("looking.failed", "You are still viewing as someone else"), failure.message);
        return;
      }
    }
    announceSessionChange();
    location.assign("/platform");
  }

  return (
    // Dialogs hide what is behind them; this is never behind.
    <aside className={styles["frame"]} data-looking data-word data-react-aria-top-layer="true" aria-label={say("looking.label", "Viewing as someone else")}>
      <div className={styles["bar"]}>
        <Eye />
        <p>
          <ServerWord>
            <b>
              {say("looking.who", "You are viewing Coffer as {name}", { name: read(user.name) || user.email })}
              {read(user.name) && (
                <>
                  {" "}
                  <bdi className={styles["address"]}>{user.email}</bdi>
                </>
              )}
            </b>
          </ServerWord>{" "}
          <span className={styles["terms"]}>{say("looking.terms", "You cannot change anything or open encrypted content.")}</span>
        </p>
        <time className="num" dateTime={session.expiresAt}>
          {say("looking.until", "until {time}", { time: formatTime(session.expiresAt, { ...(account ?? DEFAULT_DATES), zone: HERE }) })}
        </time>
        <Button size="small" isPending={busy} onPress={() => void run()}>
          {say("looking.stop", "Stop")}
        </Button>
      </div>
    </aside>
  );
}
