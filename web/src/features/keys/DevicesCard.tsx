/** The user's devices and passkeys: what they open, and how to remove them. */
import { Ellipsis, Laptop, Trash2 } from "lucide-react";
import { useState } from "react";

import { Button } from "../../components/Button";
import { Card, Line } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { ServerWord } from "../../components/ServerWord";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { PasskeyLines } from "../../session/identity/PasskeyLines";
import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import { ownDevices } from "./matrix";
import type { Names } from "./names";
import { RevokeDialog } from "./RevokeDialog";

interface DevicesCardProps {
  overview: KeyOverview;
  names: Names;
  onDone: () => void;
}

export function DevicesCard({ overview, names, onDone }: DevicesCardProps) {
  const say = useSay();
  const [removing, setRemoving] = useState<KeyDevice>();
  const devices = ownDevices(overview);

  return (
    <Card title={say("keys.yours", "Your devices and passkeys")}>
      {devices.map((device) => (
        <DeviceLine
          key={device.deviceId}
          device={device}
          title={names.device(device.deviceId)}
          told={names.toldDevice(device.deviceId)}
          isLast={devices.length === 1}
          onRemove={() => setRemoving(device)}
        />
      ))}
      <PasskeyLines />
      {removing && (
        <RevokeDialog
          device={removing}
          overview={overview}
          names={names}
          onClose={() => setRemoving(undefined)}
          onDone={onDone}
        />
      )}
    </Card>
  );
}

interface DeviceLineProps {
  device: KeyDevice;
  title: string;
  /** What the server says that it is called. */
  told: string | null;
  /** The user's last active device. */
  isLast: boolean;
  onRemove: () => void;
}

function DeviceLine({ device, title, told, isLast, onRemove }: DeviceLineProps) {
  const say = useSay();
  const dates = useDates();
  const added = formatDay(dayAt(new Date(device.addedAt), dates.zone), dates);
  return (
    <Line className={styles["device"]}>
      <span className={styles["tile"]}>
        <Laptop />
      </span>
      <span className={styles["words"]}>
        <b className="clip">
          <bdi>{title}</bdi>
        </b>
        <span className="hint">
          {say("keys.added", "Added {day}", { day: added })}
        </span>
      </span>
      <span className={styles["words"]}>
        {told !== null && (
          <ServerWord>
            <bdi>{told}</bdi>
          </ServerWord>
        )}
        <span className="clip">
          {device.by === "authenticator" ? say("keys.byPasskey", "Unlocks with a passkey") : say("keys.byPassphrase", "Pass-phrase only")}
        </span>
        {device.current && <span className="hint">{say("keys.activeNow", "Active now")}</span>}
        {device.vouched === "unverified" && <Pill tone="info">{say("members.unverified", "Not verified")}</Pill>}
      </span>
      <Menu
        label={title}
        trigger={
          <Button look="quiet" size="small" icon aria-label={say("keys.deviceMenu", "Actions for {device}", { device: title })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem
          icon={Trash2}
          destroys
          isDisabled={isLast}
          label={say("keys.removeDevice", "Remove this device")}
          hint={isLast ? say("keys.lastDevice", "Your only device. Without it, only your recovery key can open your documents.") : undefined}
          onAction={onRemove}
        />
      </Menu>
    </Line>
  );
}
