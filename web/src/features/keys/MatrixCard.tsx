/** Who can read what: every role key beside every device, as this browser replayed it. */
import { Check, Ellipsis, KeyRound, RefreshCw, ShieldCheck } from "lucide-react";

import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Card } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { ServerWord } from "../../components/ServerWord";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import type { KeyOverview, LogCheck } from "../../keyring/contract";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import { matrixOf, type Cell, type MatrixRow } from "./matrix";
import type { Names } from "./names";

interface MatrixCardProps {
  overview: KeyOverview;
  names: Names;
  onGrant: (deviceId: string) => void;
  onRoll?: ((roleId: string) => void) | undefined;
}

export function MatrixCard({ overview, names, onGrant, onRoll }: MatrixCardProps) {
  const say = useSay();
  const { columns, rows } = matrixOf(overview);
  const title = say("keys.whoReads", "Who can read what");
  return (
    <Card title={title} end={<Checked log={overview.log} />} className={styles["matrixCard"]}>
      {/* Wider than a phone with many devices, so it scrolls by itself and the keyboard reaches it. */}
      <div className={styles["scroller"]} role="region" aria-label={title} tabIndex={0}>
        <table className={styles["matrix"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{say("keys.role", "Role")}</span>
              </th>
              {columns.map(({ deviceId, userId, mine }) => (
                <th key={deviceId} scope="col">
                  <b className="clip">
                    <bdi>{names.firstName(userId)}</bdi>
                  </b>
                  <DeviceName told={mine ? null : names.toldDevice(deviceId)} title={names.device(deviceId)} />
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RoleLine key={row.role.roleId} row={row} names={names} onGrant={onGrant} onRoll={onRoll} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** What others call their devices is the server's word. */
function DeviceName({ told, title }: { told: string | null; title: string }) {
  if (told === null)
    return (
      <span className="clip">
        <bdi>{title}</bdi>
      </span>
    );
  return (
    <ServerWord>
      <bdi>{told}</bdi>
    </ServerWord>
  );
}

function Checked({ log: { checkedAt: at, freshness } }: { log: LogCheck }) {
  const say = useSay();
  const { language } = useDates();
  const now = useNow();
  if (at === null) return null;
  if (freshness !== "current") return <Pill tone="warn">{say("keys.notUpToDate", "Out of date")}</Pill>;
  const when = relativeMoment(new Date(at).toISOString(), now.getTime() < at ? new Date(at) : now, language);
  return (
    <span className={styles["checked"]}>
      <ShieldCheck />
      {say("keys.checked", "Checked on this device {when}", { when })}
    </span>
  );
}

interface RoleLineProps extends Pick<MatrixCardProps, "names" | "onGrant" | "onRoll"> {
  row: MatrixRow;
}

function RoleLine({ row, names, onGrant, onRoll }: RoleLineProps) {
  const say = useSay();
  const { role, cells, waiting } = row;
  const [first] = waiting;
  const readers = say(
    "keys.readers",
    "Readable by {people, plural, one {# person} other {# people}} on {devices, plural, one {# device} other {# devices}}",
    { people: row.people, devices: row.devices },
  );
  return (
    <tr>
      <th scope="row">
        <span className={styles["roleName"]} title={readers}>
          <KeyRound />
          <b className="clip">
            <bdi>{names.role(role.roleId)}</bdi>
          </b>
          <span className="hint">{say("keys.generation", "generation {number}", { number: role.generation })}</span>
          {role.rollDue && <Pill tone="warn">{say("keys.rollDue", "New key due")}</Pill>}
          <span className="unseen">{readers}</span>
        </span>
      </th>
      {cells.map((cell, place) => (
        <td key={place}>
          <Mark cell={cell} />
        </td>
      ))}
      <td className={styles["rowEnd"]}>
        {first ? (
          <Button
            look="warning"
            size="small"
            aria-label={say("keys.grantTo", "Approve {role} for {name}", {
              role: names.role(role.roleId),
              name: names.person(first.userId),
            })}
            onPress={() => onGrant(first.deviceId)}
          >
            {say("keys.grant", "Approve")}
          </Button>
        ) : (
          onRoll &&
          role.held && (
            <Menu
              label={names.role(role.roleId)}
              trigger={
                <Button
                  look="quiet"
                  size="small"
                  icon
                  aria-label={say("keys.roleMenu", "Actions for {role}", { role: names.role(role.roleId) })}
                >
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem icon={RefreshCw} label={say("keys.rollThis", "Roll key")} onAction={() => onRoll(role.roleId)} />
            </Menu>
          )
        )}
      </td>
    </tr>
  );
}

function Mark({ cell }: { cell: Cell }) {
  const say = useSay();
  switch (cell) {
    case "reads":
      return (
        <span className={classes(styles["mark"], styles["reads"])}>
          <Check />
          <span className="unseen">{say("keys.reads", "can read")}</span>
        </span>
      );
    case "waits":
      return (
        <span className={classes(styles["mark"], styles["waits"])}>
          <KeyRound />
          <span className="unseen">{say("keys.waits", "waiting for approval")}</span>
        </span>
      );
    case "unshown":
      return (
        <span className={styles["none"]}>
          <span aria-hidden>?</span>
          <span className="unseen">{say("keys.unshownCell", "could not be checked")}</span>
        </span>
      );
    case "none":
      return (
        <span className={styles["none"]}>
          <span aria-hidden>·</span>
          <span className="unseen">{say("keys.readsNot", "cannot read")}</span>
        </span>
      );
  }
}
