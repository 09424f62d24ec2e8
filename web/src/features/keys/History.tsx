/** The key record as a story, newest first. */
import { Card, Line } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { ButtonLink } from "../../components/Button";
import { dayAt, formatDay } from "../../dates/days";
import { useSay, type Say } from "../../i18n/say";
import type { KeyFact, KeyOverview } from "../../keyring/contract";
import { useDates, useMay } from "../../session/useSession";
import { nameOf, type People } from "./people";
import styles from "./Keys.module.css";

const SHOWN = 12;

export function History({ overview, people }: { overview: KeyOverview; people: People }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const facts = overview.history.filter(({ type }) => type !== "view.seen").slice(-SHOWN).reverse();
  return (
    <Card
      title={say("history.title", "Key history")}
      end={
        may("audit.read") && (
          <ButtonLink look="quiet" size="small" href="/audit">
            {say("nav.audit", "Audit log")}
          </ButtonLink>
        )
      }
    >
      {facts.map((fact) => (
        <Line key={fact.seq}>
          <Avatar id={fact.authorId} name={nameOf(people, fact.authorId, say)} />
          <span className={styles["fact"]}>
            <b>
              <bdi>{nameOf(people, fact.authorId, say)}</bdi>
            </b>{" "}
            <span className="quiet">{factWords(say, fact, overview, people)}</span>
          </span>
          <time className="hint num" dateTime={fact.at}>
            {formatDay(dayAt(new Date(fact.at), dates.zone), dates)}
          </time>
        </Line>
      ))}
    </Card>
  );
}

function factWords(say: Say, fact: KeyFact, { roles, devices }: KeyOverview, people: People): string {
  const role = roles.find(({ roleId }) => roleId === fact.roleId)?.name ?? say("keys.unnamed", "Role without a name");
  const device = devices.find(({ deviceId }) => deviceId === fact.deviceId)?.name ?? "";
  const person = nameOf(people, fact.userId, say);
  switch (fact.type) {
    case "device.add":
      return say("fact.device.add", "added the device {device}", { device });
    case "device.revoke":
      return say("fact.device.revoke", "removed the device {device}", { device });
    case "user.vouch":
      return say("fact.user.vouch", "let {person} in", { person });
    case "user.remove":
      return say("fact.user.remove", "removed {person}", { person });
    case "role.create":
      return say("fact.role.create", "made the key of {role}", { role });
    case "role.name":
      return say("fact.role.name", "named the role {role}", { role });
    case "role.assign":
      return say("fact.role.assign", "let {person} read for {role}", { person, role });
    case "role.unassign":
      return say("fact.role.unassign", "no longer lets {person} read for {role}", { person, role });
    case "role.grant":
      return say("fact.role.grant", "gave the key of {role} to {device}", { role, device });
    case "role.roll":
      return say("fact.role.roll", "rolled {role} to generation {generation}", { role, generation: fact.generation });
    case "capability.set":
      return say("fact.capability.set", "set what {person} may manage", { person });
    case "account.policy":
      return say("fact.account.policy", "set the rules for keys");
    case "invite.create":
      return say("fact.invite.create", "invited somebody as {role}", { role });
    case "invite.cancel":
      return say("fact.invite.cancel", "cancelled an invitation");
    default:
      return fact.type;
  }
}
