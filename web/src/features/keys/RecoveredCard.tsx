/** A recovery key was used without the lines that name the account: somebody reads the code to whoever did it, or blocks the device. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { Banner, Card, CardBody, Fact, Facts } from "../../components/Layout";
import { FromServer } from "../../components/ServerWord";
import { formatMoment } from "../../dates/moments";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview, RecoveredDevice } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { Code } from "./Approving";
import styles from "./Keys.module.css";
import type { Names } from "./names";

interface RecoveredCardProps {
  recovered: RecoveredDevice;
  overview: KeyOverview;
  names: Names;
  onDone: () => void;
}

export default function RecoveredCard({ recovered: { deviceId, userId, own, since }, overview, names, onDone }: RecoveredCardProps) {
  const say = useSay();
  const keyring = useKeyring();
  const dates = useDates();
  const [blocking, setBlocking] = useState(false);
  const refusal = useAct(() => keyring.refuse(deviceId), onDone);
  const person = names.person(userId);
  const device = names.device(deviceId);
  const told = names.toldDevice(deviceId);
  const seen = overview.devices.find((one) => one.deviceId === deviceId)?.lastSeenAt;

  return (
    <Card
      alarming
      title={
        own
          ? say("keys.recoveredOwn", "Your recovery key was used on {device}", { device })
          : say("keys.recoveredOf", "{person} used a recovery key", { person })
      }
    >
      <CardBody>
        <div id={`grant-${deviceId}`} tabIndex={-1} className={styles["text"]}>
          <div className={styles["stack"]}>
            <Facts>
              <Fact name={say("keys.recoveredAt", "Recovery key used")}>
                <time dateTime={since}>{formatMoment(since, dates)}</time>
              </Fact>
            </Facts>
            {(told !== null || seen) && (
              <FromServer>
                <Facts>
                  {told !== null && (
                    <Fact name={say("keys.newcomerDevice", "Device")}>
                      <bdi>{told}</bdi>
                    </Fact>
                  )}
                  {seen && <Fact name={say("keys.lastSeen", "Last seen")}>{formatMoment(seen, dates)}</Fact>}
                </Facts>
              </FromServer>
            )}
          </div>
          <p className="quiet">
            {own
              ? say("keys.recoveredReadOwn", "Was it you? Type these digits there, as you see them here. Do not send them. If it was not you, block the device.")
              : say("keys.recoveredRead", "Ask {person} in a call or in the same room whether they did. If so, read these digits to them. Do not send them. If not, block the device.", { person })}
          </p>
          <Code deviceId={deviceId} />
          <p className="hint">{say("keys.recoveredThen", "Once they are typed there, that browser opens and the device it replaces ends.")}</p>
          {refusal.failure && (
            <Banner tone="bad" urgent title={sayThrown(say, refusal.failure.message)}>
              {whatToDo(say, refusal.failure)}
            </Banner>
          )}
          <Button look="quiet" wide writes isPending={refusal.busy} onPress={() => setBlocking(true)}>
            {say("keys.block", "Block this device")}
          </Button>
        </div>
      </CardBody>
      <ConfirmDialog
        title={say("keys.refuseTitle", "Block {name}?", { name: `${person}, ${device}` })}
        isOpen={blocking}
        onClose={() => setBlocking(false)}
        confirm={say("keys.block", "Block this device")}
        onConfirm={() => {
          setBlocking(false);
          void refusal.run();
        }}
      >
        <p className="quiet">{say("keys.recoveredBlock", "The key record notes that this device was refused. The device of the recovery key stays as it was. If someone else has that key, remove that device too.")}</p>
      </ConfirmDialog>
    </Card>
  );
}
