/** One entry of the audit log: who, what changed, from where, and its place in the log. */
import { useState } from "react";

import type { AuditEntry } from "../../api/oversight";
import { actionWords, actorName } from "../../audit/words";
import { Button } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts, Tabs } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { formatMoment, latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";

interface EntryPanelProps {
  entry: AuditEntry;
  onClose: () => void;
  onTarget: (id: string) => void;
}

export function EntryPanel({ entry, onClose, onTarget }: EntryPanelProps) {
  const say = useSay();
  const dates = useDates();
  const [tab, setTab] = useState("proof");
  const position = new Intl.NumberFormat(latin(dates.language)).format(entry.position);
  const title = say("audit.entry", "Entry {position}", { position });
  const target = entry.targets[0];
  const { context } = entry;

  return (
    <SidePanel label={title} onClose={onClose}>
      <div className={styles["who"]}>
        <Avatar id={entry.actor.id ?? "system"} name={actorName(say, entry)} large />
        <div>
          <p>
            <b>
              <bdi>{actorName(say, entry)}</bdi>
            </b>{" "}
            {actionWords(say, entry)}
          </p>
          <p className="hint num">
            <time dateTime={entry.at}>{formatMoment(entry.at, dates, true)}</time>
            {[context.agent, context.country, context.ip].filter(Boolean).map((part) => `, ${part ?? ""}`)}
          </p>
        </div>
      </div>
      {entry.changes.length > 0 && (
        <div className={styles["diff"]}>
          {entry.changes.map(({ field, from, to }) => (
            <div key={field}>
              <h3>{field}</h3>
              {from !== undefined && (
                <p data-change="gone">
                  <span aria-label={say("audit.before", "Before")}>−</span>
                  <bdi>{plain(from)}</bdi>
                </p>
              )}
              {to !== undefined && (
                <p data-change="new">
                  <span aria-label={say("audit.after", "After")}>+</span>
                  <bdi>{plain(to)}</bdi>
                </p>
              )}
            </div>
          ))}
        </div>
      )}
      {target && (
        <div className={styles["acts"]}>
          <Button size="small" onPress={() => onTarget(target.id)}>
            {say("audit.allOn", "All entries on it")}
          </Button>
        </div>
      )}
      <Tabs
        label={title}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: "proof",
            label: say("audit.proof", "Proof"),
            content: (
              <Facts>
                <Fact name={say("audit.position", "Position")}>{position}</Fact>
                <Fact name={say("audit.leafHash", "Chain")}>
                  <bdi className="mono">{entry.leafHashB64u}</bdi>
                  <CopyButton text={entry.leafHashB64u} what={say("audit.leafHash", "Chain")} />
                </Fact>
                {context.requestId && (
                  <Fact name={say("audit.request", "Request")}>
                    <bdi className="mono">{context.requestId}</bdi>
                  </Fact>
                )}
              </Facts>
            ),
          },
          {
            id: "raw",
            label: say("audit.raw", "Raw entry"),
            content: (
              <pre className={styles["raw"]} dir="ltr" tabIndex={0}>
                {JSON.stringify(entry, null, 2)}
              </pre>
            ),
          },
        ]}
      />
    </SidePanel>
  );
}

function plain(value: unknown): string {
  if (value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
