/** The own devices, each with the beginning of its safety code. */
import { Ellipsis, Laptop } from "lucide-react";
import { useState } from "react";

import { safetyGroups } from "../../components/SafetyCode";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { Card, Line } from "../../components/Layout";
import { Menu, MenuItem } from "../../components/Menu";
import { dayAt, formatDay } from "../../dates/days";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";

export function Devices({ overview }: { overview: KeyOverview }) {
  const say = useSay();
  const keyring = useKeyring();
  const [removing, setRemoving] = useState<KeyDevice>();
  const mine = overview.devices.filter(({ mine: own, revoked }) => own && !revoked);
  return (
    <Card title={say("devices.title", "Your devices")}>
      {mine.map((device) => (
        <DeviceLine key={device.deviceId} device={device} onRemove={() => setRemoving(device)} />
      ))}
      {removing && (
        <ConfirmDialog
          title={say("devices.removeTitle", "Remove this device?")}
          isOpen
          onClose={() => setRemoving(undefined)}
          confirm={say("devices.remove", "Remove {device}", { device: removing.name })}
          onConfirm={() => keyring.revoke(removing.deviceId)}
        >
          <p>
            {say(
              "devices.removeHow",
              "Its roles get a new key, so that it opens nothing new. What was already opened may have been copied.",
            )}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function DeviceLine({ device, onRemove }: { device: KeyDevice; onRemove: () => void }) {
  const say = useSay();
  const dates = useDates();
  const added = formatDay(dayAt(new Date(device.addedAt), dates.zone), dates);
  return (
    <Line className={styles["device"]}>
      <span className={styles["icon"]}>
        <Laptop />
      </span>
      <span className={styles["two"]}>
        <b className="clip">
          <bdi>{device.name}</bdi>
        </b>
        <span className="hint">
          {device.current ? say("devices.this", "This device") : say("devices.added", "Added {day}", { day: added })}
        </span>
      </span>
      <span className={styles["code"]} dir="ltr">
        {safetyGroups(device.safetyCode).slice(0, 2).join(" ")}
      </span>
      <span className={styles["two"]}>
        {device.by === "authenticator" ? say("devices.passkey", "Passkey") : say("devices.passphrase", "Pass-phrase")}
        <span className="hint">
          {device.current
            ? say("devices.now", "Active now")
            : device.lastSeenAt
              ? relativeMoment(device.lastSeenAt, new Date(), dates.language)
              : "–"}
        </span>
      </span>
      {device.current ? (
        <span />
      ) : (
        <Menu
          label={say("documents.menu", "What to do with it")}
          trigger={
            <Button look="quiet" size="small" icon aria-label={say("devices.menu", "More about {device}", { device: device.name })}>
              <Ellipsis />
            </Button>
          }
        >
          <MenuItem destroys label={say("devices.remove", "Remove {device}", { device: device.name })} onAction={onRemove} />
        </Menu>
      )}
    </Line>
  );
}
