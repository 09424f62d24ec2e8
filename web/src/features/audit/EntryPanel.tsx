/** One entry of the log: who, what changed, from where, and the entry as the server keeps it. */
import { FileText } from "lucide-react";
import { Fragment, useState } from "react";

import type { AuditEntry } from "../../api/oversight";
import type { NameOf } from "../../lists/activity/useTargetNames";
import { useActorName } from "../../lists/activity/actors";
import { Button, ButtonLink } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts } from "../../components/Layout";
import { Pill, SealedBar } from "../../components/Marks";
import { Tabs } from "../../components/Tabs";
import { formatMoment, formatTime, latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { deviceNameOf } from "../../keyring/deviceName";
import type { Checked, EntryProof } from "../../keyring/sealedLog/check";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { fieldWord, isPayload, valueWords, type Change } from "./changes";
import { ActorMark, outcomeWord, Sentence } from "./columns";
import { ProofTab } from "./ProofTab";
import { aboutWhat, kindWord } from "./targets";
import { read } from "../../i18n/word";

interface EntryPanelProps {
  entry: AuditEntry;
  /** The entries of the row that it was opened by. */
  together: readonly AuditEntry[];
  nameOf: NameOf;
  /** What this device has checked of it, and the checkpoint that it was checked under. */
  proof?: EntryProof | undefined;
  checked?: Checked | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** Shows all entries on one item; absent in the user's own log. */
  onTarget?: ((id: string) => void) | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export default function EntryPanel({ entry, together, nameOf, proof, checked, onOpen, onClose, onTarget, onPrevious, onNext }: EntryPanelProps) {
  const say = useSay();
  const dates = useDates();
  const called = useActorName();
  const [tab, setTab] = useState("facts");
  const position = new Intl.NumberFormat(latin(dates.language)).format(entry.position);
  const title = say("audit.entry", "Entry {position}", { position });
  const [target] = aboutWhat(entry);
  const { context } = entry;
  const from = [context.agent && deviceNameOf(read(context.agent)), context.ip && read(context.ip)].filter((part) => part);

  return (
    <SidePanel label={title} place={title} onPrevious={onPrevious} onNext={onNext} onClose={onClose}>
      <div className={styles["who"]}>
        <ActorMark entry={entry} large />
        <div>
          <p>
            <b>
              <bdi>{called(entry)}</bdi>
            </b>{" "}
            <span className="quiet">
              <Sentence entry={entry} nameOf={nameOf} />
            </span>
          </p>
          <p className="hint num">
            <time dateTime={entry.at}>{formatMoment(entry.at, dates, true)}</time>
            {from.map((part) => (
              <Fragment key={part}>
                {" · "}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {entry.changes.length > 0 && (
        <dl className={styles["diff"]}>
          {entry.changes.map((change, place) => (
            <ChangeLines key={`${change.field} ${place}`} change={change} nameOf={nameOf} />
          ))}
        </dl>
      )}
      {target && (
        <div className={styles["acts"]}>
          {target.kind === "document" && (
            <ButtonLink size="small" href={`/documents?open=${encodeURIComponent(target.id)}`}>
              <FileText />
              {say("audit.openDocument", "Open document")}
            </ButtonLink>
          )}
          {onTarget && (
            <Button size="small" onPress={() => onTarget(target.id)}>
              {say("audit.allOn", "All entries on it")}
            </Button>
          )}
        </div>
      )}
      <Tabs
        label={title}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: "facts", label: say("audit.facts", "Details"), content: <EntryFacts entry={entry} nameOf={nameOf} /> },
          ...(together.length > 1
            ? [{ id: "together", label: say("audit.together", "All {count}", { count: together.length }), content: <Together {...{ entry, together, nameOf, onOpen }} /> }]
            : []),
          ...(proof && checked
            ? [{ id: "proof", label: say("audit.proof", "Proof"), content: <ProofTab {...{ proof, checked }} /> }]
            : []),
          {
            id: "raw",
            label: say("audit.raw", "Raw entry"),
            content: (
              <pre className={styles["raw"]} dir="ltr" tabIndex={0} role="region" aria-label={say("audit.raw", "Raw entry")}>
                {JSON.stringify(entry, null, 2)}
              </pre>
            ),
          },
        ]}
      />
    </SidePanel>
  );
}

/** The entries that one row stands for. */
function Together({ entry, together, nameOf, onOpen }: Pick<EntryPanelProps, "entry" | "together" | "nameOf" | "onOpen">) {
  const dates = useDates();
  return (
    <ul className={styles["together"]}>
      {together.map((one) => (
        <li key={one.id}>
          <Button look="quiet" size="small" isDisabled={one.id === entry.id} onPress={() => onOpen(one.id)}>
            <time className="num" dateTime={one.at}>
              {formatTime(one.at, dates, true)}
            </time>
            <span className="clip">
              <Sentence entry={one} nameOf={nameOf} />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ChangeLines({ change, nameOf }: { change: Change; nameOf: NameOf }) {
  const say = useSay();
  const dates = useDates();
  const words = (value: unknown) => valueWords(value, change, { say, dates, nameOf });
  return (
    <div>
      <dt>
        {fieldWord(say, change)}
        {isPayload(change) && <span className="hint">{say("audit.sealedChange", "open it to see")}</span>}
      </dt>
      {isSaid(change.from) && (
        <dd data-change="gone">
          <span role="img" aria-label={say("audit.before", "Before")}>
            −
          </span>
          <bdi>{words(change.from)}</bdi>
        </dd>
      )}
      {isSaid(change.to) && (
        <dd data-change="new">
          <span role="img" aria-label={say("audit.after", "After")}>
            +
          </span>
          <bdi>{words(change.to)}</bdi>
        </dd>
      )}
    </div>
  );
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

function EntryFacts({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const say = useSay();
  const dates = useDates();
  const { context, outcome, reason, targets, leafHashB64u } = entry;
  return (
    <Facts>
      <Fact name={say("audit.outcome", "Outcome")}>
        <Pill tone={outcome === "success" ? "ok" : "warn"}>{outcomeWord(say, outcome)}</Pill>
        {reason && <bdi>{read(reason)}</bdi>}
      </Fact>
      {targets.map(({ kind, id, version }) => {
        const name = nameOf({ kind, id });
        return (
          <Fact key={`${kind} ${id}`} name={kindWord(say, kind)}>
            {name === null ? (
              <SealedBar label={say("audit.sealed", "No access: this device cannot read its name")} />
            ) : (
              name !== undefined && <bdi>{name}</bdi>
            )}
            <bdi className="mono hint">{id}</bdi>
            {isSaid(version) && <span className="hint">{say("audit.version", "version {number}", { number: version ?? 0 })}</span>}
          </Fact>
        );
      })}
      {entry.folded && entry.folded.count > 1 && (
        <Fact name={say("audit.reads", "Reads in this visit")}>
          <span className="num">{new Intl.NumberFormat(latin(dates.language)).format(entry.folded.count)}</span>
          <span className="hint">
            {say("audit.readsUntil", "last {moment}", { moment: formatMoment(entry.folded.until, dates, true) })}
          </span>
        </Fact>
      )}
      <Fact name={say("audit.position", "Position")}>
        <span className="num">{new Intl.NumberFormat(latin(dates.language)).format(entry.position)}</span>
      </Fact>
      <Fact name={say("audit.leafHash", "Hash")}>
        <span className={styles["whole"]}>
          <bdi className="mono">{leafHashB64u}</bdi>
          <CopyButton text={leafHashB64u} what={say("audit.leafHash", "Hash")} />
        </span>
      </Fact>
      {context.requestId && (
        <Fact name={say("audit.request", "Request")}>
          <bdi className="mono">{read(context.requestId)}</bdi>
        </Fact>
      )}
    </Facts>
  );
}
