/** Roles in rows, devices in columns: the answer to who can read what, replayed on this device. */
import { Check, KeyRound, ShieldCheck } from "lucide-react";

import { Card } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyDevice, KeyOverview, KeyRole } from "../../keyring/contract";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import { firstName, nameOf, type People } from "./people";

interface MatrixProps {
  overview: KeyOverview;
  people: People;
}

export function Matrix({ overview, people }: MatrixProps) {
  const say = useSay();
  const { language } = useDates();
  const devices = overview.devices.filter(({ revoked }) => !revoked);
  return (
    <Card
      title={say("keys.matrix", "Who can read what")}
      end={
        <span className={styles["checked"]}>
          <ShieldCheck />
          {say("keys.checked", "Checked on this device {when}", {
            when: relativeMoment(new Date(overview.checkedAt).toISOString(), new Date(), language),
          })}
        </span>
      }
    >
      <div className={styles["scroll"]} tabIndex={0} role="group" aria-label={say("keys.matrix", "Who can read what")}>
        <table className={styles["matrix"]}>
          <thead>
            <tr>
              <td />
              {devices.map((device) => (
                <th key={device.deviceId} scope="col">
                  <b>
                    <bdi>{firstName(nameOf(people, device.userId, say))}</bdi>
                  </b>
                  <bdi>{device.name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {overview.roles.map((role) => (
              <tr key={role.roleId}>
                <th scope="row">
                  <KeyRound />
                  <b>
                    <bdi>{role.name ?? say("keys.unnamed", "Role without a name")}</bdi>
                  </b>
                  <span className="hint">{say("keys.generation", "generation {number}", { number: role.generation })}</span>
                  {role.rollDue && <span className={styles["due"]}>{say("keys.rollDue", "gets a new key first")}</span>}
                </th>
                {devices.map((device) => (
                  <td key={device.deviceId}>
                    <Cell role={role} device={device} overview={overview} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Cell({ role, device, overview }: { role: KeyRole; device: KeyDevice; overview: KeyOverview }) {
  const say = useSay();
  if (overview.grants.has(`${role.roleId} ${device.deviceId}`))
    return (
      <span className={styles["reads"]} role="img" aria-label={say("keys.reads", "Can read")}>
        <Check />
      </span>
    );
  const waits = overview.waiting.some(
    ({ deviceId, roleIds }) => deviceId === device.deviceId && roleIds.includes(role.roleId),
  );
  if (waits)
    return (
      <span className={styles["waits"]} role="img" aria-label={say("keys.waits", "Waits for the key")}>
        <KeyRound />
      </span>
    );
  return (
    <span className="quiet" role="img" aria-label={say("keys.no", "Cannot read")}>
      ·
    </span>
  );
}
