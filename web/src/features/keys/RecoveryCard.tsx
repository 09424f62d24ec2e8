/** The recovery key of this device: whether a copy was saved, and whether it was ever tried. */
import { useState } from "react";

import { Button, ButtonLink } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Card, CardBody } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import { TestRecoveryDialog } from "./TestRecoveryDialog";

interface RecoveryCardProps {
  recovery: KeyOverview["recovery"];
  onDone: () => void;
}

export function RecoveryCard({ recovery: { savedAt, testedAt }, onDone }: RecoveryCardProps) {
  const say = useSay();
  const dates = useDates();
  const [asking, setAsking] = useState<"test" | "renew">();
  const day = (moment: string) => formatDay(dayAt(new Date(moment), dates.zone), dates);

  const saved = savedAt
    ? say("keys.recoverySaved", "Saved {day}.", { day: day(savedAt) })
    : say("keys.recoveryUnsaved", "No copy confirmed yet.");
  const tested = testedAt
    ? say("keys.recoveryTested", "Tested {day}: the copy works.", { day: day(testedAt) })
    : say("keys.recoveryUntested", "Never tested. A quick test shows that your copy works.");

  return (
    <Card
      title={say("keys.recovery", "Recovery key")}
      end={
        savedAt ? (
          <Pill tone="ok">{say("keys.saved", "Saved")}</Pill>
        ) : (
          <Pill tone="warn">{say("keys.unsaved", "Not confirmed")}</Pill>
        )
      }
    >
      <CardBody>
        <div className={styles["text"]}>
          <p className="quiet num">
            {saved} {tested}
          </p>
          <div className={styles["row"]}>
            <Button size="small" onPress={() => setAsking("test")}>
              {say("keys.test", "Test")}
            </Button>
            <Button look="quiet" size="small" onPress={() => setAsking("renew")}>
              {say("keys.renew", "Make a new one")}
            </Button>
          </div>
        </div>
      </CardBody>
      {asking === "test" && (
        <TestRecoveryDialog confirmed={savedAt !== null} onClose={() => setAsking(undefined)} onDone={onDone} />
      )}
      {asking === "renew" && <RenewDialog onClose={() => setAsking(undefined)} />}
    </Card>
  );
}

/** A recovery key belongs to the key of its device, so a new one comes with a new device key. */
function RenewDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog
      title={say("keys.renewTitle", "Make a new recovery key")}
      isOpen
      onClose={onClose}
      actions={
        <ButtonLink look="primary" href="/recover">
          {say("keys.renewGo", "Use current recovery key")}
        </ButtonLink>
      }
    >
      <p>
        {say("keys.renewWhat", "A recovery key belongs to this device's key. With the current one, this browser gets a new device key and a new recovery key. The old ones stop working.")}
      </p>
      <p className="quiet">
        {say("keys.renewLost", "Don't have the current one? Approve another browser of yours first, save its recovery key, then remove this device.")}
      </p>
    </Dialog>
  );
}
