/** What a line of the log shows: when, who, what to which thing, and the hash that names it. */
import { Cog, ShieldAlert } from "lucide-react";

import type { AuditEntry } from "../../api/oversight";
import type { NameOf } from "../../lists/activity/useTargetNames";
import { useActorFace, useActorName, type NameActor } from "../../lists/activity/actors";
import { actionWords } from "../../lists/activity/words";
import { classes } from "../../components/classes";
import type { Column } from "../../components/collection/columns";
import { Avatar, Dot, SealedBar } from "../../components/Marks";
import type { DateSettings } from "../../dates/days";
import { formatTime, latin } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import type { Standing } from "../../keyring/sealedLog/check";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import type { Outcome } from "./filters";
import { shortHash } from "./hash";
import { timesOf, type LogRow } from "./rollUp";
import { settingChanges } from "./settingChanges";
import { standingWord, type ProofsById } from "./standing";
import { namedIn } from "./targets";

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

/** The avatar of the actor: person, product, or anonymous caller. */
export function ActorMark({ entry, large }: { entry: AuditEntry; large?: boolean }) {
  const face = useActorFace();
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
  return <Avatar id={entry.actor.impersonatorId ?? entry.actor.id} name={face(entry)} {...size} />;
}

interface SentenceProps {
  entry: AuditEntry;
  /** All that one row stands for. */
  entries?: readonly AuditEntry[];
  nameOf: NameOf;
}

export function Sentence({ entry, entries = [entry], nameOf }: SentenceProps) {
  const say = useSay();
  const dates = useDates();
  const times = timesOf(entries);
  const named = namedIn(entries, nameOf);
  return (
    <>
      <span className={classes(entry.outcome !== "success" && styles["refused"])}>{actionWords(say, entry)}</span>
      {named.map(({ id, name }, place) => (
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
        <span> {say("audit.times", "{count, plural, one {# time} other {# times}}", { count: times })}</span>
      )}
    </>
  );
}

/** A row in words, for those who do not see it. */
export function rowWords(say: Say, { entry, entries }: LogRow, nameOf: NameOf, called: NameActor): string[] {
  const count = timesOf(entries);
  const times = count > 1 ? [say("audit.times", "{count, plural, one {# time} other {# times}}", { count })] : [];
  return [called(entry), actionWords(say, entry), ...namedIn(entries, nameOf).flatMap(({ name }) => name ?? []), ...times];
}

export function auditColumns(say: Say, dates: DateSettings, nameOf: NameOf, called: NameActor, proofs: ProofsById): Column<LogRow>[] {
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
            <bdi>{called(entry)}</bdi>
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
          <Sentence entry={entry} entries={entries} nameOf={nameOf} />
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
      cell: ({ entry }) => <Hash entry={entry} proofs={proofs} />,
    },
  ];
}

const HUES = { proved: "green", hash: null, waiting: null, overdue: "amber", withheld: "amber", differs: "red" } as const satisfies Record<Standing, string | null>;

/** The hash that names the entry, with what this device found out about it. */
function Hash({ entry: { id, leafHashB64u }, proofs }: { entry: AuditEntry; proofs: ProofsById }) {
  const say = useSay();
  const proof = proofs.get(id);
  return (
    <bdi className={styles["hash"]} dir="ltr">
      {proof && (
        <span role="img" aria-label={standingWord(say, proof.standing)}>
          <Dot colour={HUES[proof.standing]} />
        </span>
      )}
      {shortHash(leafHashB64u)}
    </bdi>
  );
}

/** The same in two lines. */
export function NarrowEntry({ row: { entry, entries }, nameOf, proofs }: { row: LogRow; nameOf: NameOf; proofs: ProofsById }) {
  const called = useActorName();
  return (
    <>
      <span className={styles["narrow"]} role="gridcell">
        <ActorMark entry={entry} />
        <span>
          <span className={`clip ${styles["actor"] ?? ""}`}>
            <bdi>{called(entry)}</bdi>
          </span>
          <span className="hint clip">
            <Sentence entry={entry} entries={entries} nameOf={nameOf} />
          </span>
        </span>
      </span>
      <span role="gridcell">
        <Hash entry={entry} proofs={proofs} />
      </span>
    </>
  );
}
