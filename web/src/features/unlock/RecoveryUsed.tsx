/** A recovery key of this person was used, and this device goes on living: only they know whether it was them. */
import { KeyRound } from "lucide-react";
import { useNavigate } from "react-router";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import styles from "./unlock.module.css";

interface RecoveryUsedProps {
  devices: readonly string[];
  since: number;
}

export default function RecoveryUsed({ devices, since }: RecoveryUsedProps) {
  const say = useSay();
  const dates = useDates();
  const keyring = useKeyring();
  const navigate = useNavigate();

  /** Where the code is that the new browser may wait for, and what became of each device. */
  async function goOn() {
    void navigate("/keys");
    await keyring.acknowledge();
  }

  const known = useAct(goOn);
  const blocked = useAct(async () => {
    for (const device of devices) await keyring.refuse(device);
    await goOn();
  });
  const failure = known.failure ?? blocked.failure;

  return (
    <div className={styles["full"]}>
      <section className={styles["alarm"]} role="alert">
        <KeyRound />
        <h1>{say("alarm.recovered", "Your recovery key was used on a new browser. Was it you?")}</h1>
        <p>
          {say(
            "alarm.recoveredWhat",
            "Until you answer, this browser saves and shares nothing. If it was not you, someone else has your recovery key: block the new browser, then remove the device that the key is for.",
          )}
        </p>
        <p className="quiet">{say("alarm.since", "Since {when}", { when: formatMoment(new Date(since).toISOString(), dates) })}</p>
        {failure && (
          <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
            {whatToDo(say, failure)}
          </Banner>
        )}
        <div className={styles["row"]}>
          <Button look="primary" isPending={known.busy} onPress={() => void known.run()}>
            {say("alarm.recoveredMine", "It was me")}
          </Button>
          <Button isPending={blocked.busy} onPress={() => void blocked.run()}>
            {say("alarm.recoveredBlock", "It was not me. Block it")}
          </Button>
        </div>
      </section>
    </div>
  );
}
