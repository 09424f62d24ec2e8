/** What a line of the log shows: when, who, what to which thing, and the hash that names it. */
import { Cog, ShieldAlert } from "lucide-react";

import type { AuditEntry } from "../../api/oversight";
import type { NameOf } from "../../audit/useTargetNames";
import { actionWords, actorName } from "../../audit/words";
import { classes } from "../../components/classes";
import type { Column } from "../../components/collection/columns";
import { Avatar, SealedBar } from "../../components/Marks";
import type { DateSettings } from "../../dates/days";
import { formatTime, latin } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import type { Outcome } from "./filters";
import { shortHash } from "./hash";
import type { LogRow } from "./rollUp";
import { settingChanges } from "./settingChanges";
import { aboutWhat } from "./targets";

export function outcomeWord(say: Say, outcome: Outcome): string {
  switch (outcome) {
    case "success":
      return say("audit.success", "Done");
    case "failure":
      return say("audit.failure", "Failed");
    case "denied":
      return say("audit.denied", "Refused");
  }
}

/** A person's colour; a sign for the product itself, and another for somebody unknown at the door. */
export function ActorMark({ entry, large }: { entry: AuditEntry; large?: boolean }) {
  const say = useSay();
  const size = large ? { large } : {};
  if (entry.actor.type === "system" || (!entry.actor.id && entry.outcome === "success"))
    return (
      <span className={styles["sign"]} aria-hidden>
        <Cog />
      </span>
    );
  if (!entry.actor.id)
    return (
      <span className={styles["sign"]} data-alarming aria-hidden>
        <ShieldAlert />
      </span>
    );
  return <Avatar id={entry.actor.impersonatorId ?? entry.actor.id} name={actorName(say, entry)} {...size} />;
}

interface SentenceProps {
  entry: AuditEntry;
  /** How often, where one row stands for several. */
  times?: number;
  nameOf: NameOf;
}

export function Sentence({ entry, times = 1, nameOf }: SentenceProps) {
  const say = useSay();
  const dates = useDates();
  // What has no name at all is left out; what has one that this device cannot open is marked as such.
  const named = aboutWhat(entry).flatMap((target) => {
    const name = nameOf(target);
    return name === undefined ? [] : [{ id: target.id, name }];
  });
  return (
    <>
      <span className={classes(entry.outcome !== "success" && styles["refused"])}>{actionWords(say, entry)}</span>
      {/* One name would stand for all of them. */}
      {times === 1 &&
        named.map(({ id, name }, place) => (
          <b key={id} className={styles["target"]}>
            {place > 0 && ","}{" "}
            {name === null ? (
              <SealedBar width={72} label={say("audit.sealed", "No access: this device cannot read its name")} />
            ) : (
              <bdi>{name}</bdi>
            )}
          </b>
        ))}
      {settingChanges(entry, { say, dates, nameOf }).map((change) => (
        <b key={change} className={styles["target"]}>
          {" "}
          <bdi>{change}</bdi>
        </b>
      ))}
      {times > 1 && (
        <b className={styles["target"]}> {say("audit.times", "{count, plural, one {# time} other {# times}}", { count: times })}</b>
      )}
    </>
  );
}

/** A row in words, for those who do not see it. */
export function rowWords(say: Say, { entry, entries }: LogRow): string[] {
  const times = say("audit.times", "{count, plural, one {# time} other {# times}}", { count: entries.length });
  return [actorName(say, entry), actionWords(say, entry), ...(entries.length > 1 ? [times] : [])];
}

export function auditColumns(say: Say, dates: DateSettings, nameOf: NameOf): Column<LogRow>[] {
  return [
    {
      id: "time",
      header: say("audit.time", "Time"),
      width: 96,
      fixed: true,
      cell: ({ entry: { at } }) => (
        <time className="quiet" dateTime={at}>
          {formatTime(at, dates, true)}
        </time>
      ),
    },
    {
      id: "actor",
      header: say("audit.actor", "Actor"),
      width: 176,
      cell: ({ entry }) => (
        <>
          <ActorMark entry={entry} />
          <span className={`clip ${styles["actor"] ?? ""}`}>
            <bdi>{actorName(say, entry)}</bdi>
          </span>
        </>
      ),
    },
    {
      id: "action",
      header: say("audit.action", "Action"),
      width: 200,
      grows: true,
      fixed: true,
      cell: ({ entry, entries }) => (
        <span className="clip quiet">
          <Sentence entry={entry} times={entries.length} nameOf={nameOf} />
        </span>
      ),
    },
    {
      id: "position",
      header: say("audit.position", "Position"),
      width: 84,
      wideOnly: true,
      cell: ({ entry: { position } }) => (
        <span className="hint num">{new Intl.NumberFormat(latin(dates.language)).format(position)}</span>
      ),
    },
    {
      id: "chain",
      header: say("audit.leafHash", "Hash"),
      width: 92,
      cell: ({ entry: { leafHashB64u } }) => <Hash>{leafHashB64u}</Hash>,
    },
  ];
}

function Hash({ children }: { children: string }) {
  return (
    <bdi className={styles["hash"]} dir="ltr">
      {shortHash(children)}
    </bdi>
  );
}

/** The same in two lines. */
export function NarrowEntry({ row: { entry, entries }, nameOf }: { row: LogRow; nameOf: NameOf }) {
  const say = useSay();
  return (
    <>
      <span className={styles["narrow"]} role="gridcell">
        <ActorMark entry={entry} />
        <span>
          <span className={`clip ${styles["actor"] ?? ""}`}>
            <bdi>{actorName(say, entry)}</bdi>
          </span>
          <span className="hint clip">
            <Sentence entry={entry} times={entries.length} nameOf={nameOf} />
          </span>
        </span>
      </span>
      <span role="gridcell">
        <Hash>{entry.leafHashB64u}</Hash>
      </span>
    </>
  );
}
