/** In which state the account is, as this browser has checked it: on every page, and never without words. */
import { CircleCheck, CircleDashed, OctagonAlert, TriangleAlert, type LucideIcon } from "lucide-react";

import { formatTime } from "../dates/moments";
import { useSay, type Say } from "../i18n/say";
import type { ClientStanding } from "../keyring/contract";
import { useStanding } from "../keyring/react";
import { useDates } from "../session/useSession";
import styles from "./Shell.module.css";

const ALARMING = { color: "var(--bad)" } as const;

interface Told {
  icon: LucideIcon;
  tone?: "unlocked" | "locked";
  words: string;
}

export function AccountState() {
  const say = useSay();
  const dates = useDates();
  const { is, checkedAt } = useStanding();
  const { icon: Icon, tone, words } = toldOf(say, is, checkedAt === null ? "" : formatTime(new Date(checkedAt).toISOString(), dates));
  return (
    <p className={styles["checked"]} style={is === "alarm" ? ALARMING : undefined} data-state={is}>
      <Icon aria-hidden className={tone && styles[tone]} />
      <span className="num">{words}</span>
    </p>
  );
}

function toldOf(say: Say, is: ClientStanding["is"], time: string): Told {
  switch (is) {
    case "verified":
      return { icon: CircleCheck, tone: "unlocked", words: say("checked.at", "Checked {time}", { time }) };
    case "late":
      return { icon: TriangleAlert, tone: "locked", words: say("checked.late", "Not checked since {time}", { time }) };
    case "alarm":
      return { icon: OctagonAlert, words: say("checked.alarm", "Alarm") };
    case "starting":
      return { icon: CircleDashed, words: say("checked.starting", "Checking…") };
    case "empty":
      return { icon: CircleDashed, words: say("checked.empty", "No keys yet") };
    case "unconfirmed":
      return { icon: TriangleAlert, tone: "locked", words: say("checked.unconfirmed", "Not confirmed") };
    case "keyless":
      return { icon: CircleDashed, words: say("checked.keyless", "Not checked: your role has no keys") };
  }
}
