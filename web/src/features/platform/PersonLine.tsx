/** One person: who, how they stand, and what can be done about it. */
import { Ellipsis } from "lucide-react";

import type { Person } from "../../api/platform";
import { Button } from "../../components/Button";
import { Line } from "../../components/Layout";
import { Avatar, Pill } from "../../components/Marks";
import { Menu, MenuItem, MenuLine } from "../../components/Menu";
import { dayAt, formatDay } from "../../dates/days";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import { useDates, useSessionInfo } from "../../session/useSession";
import { calledOf, mailOf } from "./called";
import type { ActName } from "./ActDialog";
import styles from "./Platform.module.css";
import { isBanned } from "./standing";

interface PersonLineProps {
  person: Person;
  onChoose: (act: ActName) => void;
}

export function PersonLine({ person, onChoose }: PersonLineProps) {
  const say = useSay();
  const dates = useDates();
  const isMe = useSessionInfo()?.user.id === person.id;
  const name = calledOf(person);
  return (
    <Line className={styles["person"]}>
      <Avatar id={person.id} name={name} large />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{name}</bdi>
          {isMe && <span className="hint"> {say("members.you", "you")}</span>}
        </b>
        <span className="hint clip">
          <bdi>{mailOf(person)}</bdi>
        </span>
      </span>
      <Standing person={person} />
      <time className={styles["since"]} dateTime={person.createdAt}>
        {say("platform.since", "since {day}", { day: formatDay(dayAt(new Date(person.createdAt), dates.zone), dates) })}
      </time>
      <Acts person={person} isMe={isMe} onChoose={onChoose} />
    </Line>
  );
}

function Standing({ person }: { person: Person }) {
  const say = useSay();
  const dates = useDates();
  const now = useNow();
  return (
    <span className={styles["standing"]}>
      {person.role === "admin" && <Pill tone="tint">{say("platform.admin", "Platform administrator")}</Pill>}
      {isBanned(person, now) &&
        (person.banExpires ? (
          <Pill tone="bad">
            {say("platform.bannedUntil", "Banned until {day}", {
              day: formatDay(dayAt(new Date(person.banExpires), dates.zone), dates),
            })}
          </Pill>
        ) : (
          <Pill tone="bad">{say("platform.banned", "Banned")}</Pill>
        ))}
      {!person.emailVerified && <Pill tone="warn">{say("platform.unproven", "Email not verified")}</Pill>}
    </span>
  );
}

function Acts({ person, isMe, onChoose }: PersonLineProps & { isMe: boolean }) {
  const say = useSay();
  const now = useNow();
  const banned = isBanned(person, now);
  const ofOthers = !isMe && person.role !== "admin";
  return (
    <Menu
      label={say("documents.menu", "More actions")}
      trigger={
        <Button look="quiet" size="small" icon aria-label={say("platform.menu", "Actions for {name}", { name: calledOf(person) })}>
          <Ellipsis />
        </Button>
      }
    >
      <MenuItem label={say("platform.sessions", "Sessions")} onAction={() => onChoose("sessions")} />
      {ofOthers && !banned && (
        <MenuItem label={say("platform.look", "View as this person")} onAction={() => onChoose("look")} />
      )}
      {ofOthers && <MenuItem label={say("platform.setPassword", "Set a password")} onAction={() => onChoose("password")} />}
      {!isMe &&
        (person.role === "admin" ? (
          <MenuItem label={say("platform.takeRole", "Remove as administrator")} onAction={() => onChoose("takeRole")} />
        ) : (
          <MenuItem label={say("platform.giveRole", "Make platform administrator")} onAction={() => onChoose("giveRole")} />
        ))}
      {ofOthers && <MenuLine />}
      {ofOthers &&
        (banned ? (
          <MenuItem label={say("platform.unban", "Lift the ban")} onAction={() => onChoose("unban")} />
        ) : (
          <MenuItem destroys label={say("platform.ban", "Ban")} onAction={() => onChoose("ban")} />
        ))}
      {ofOthers && <MenuItem destroys label={say("platform.remove", "Delete for good")} onAction={() => onChoose("remove")} />}
    </Menu>
  );
}
