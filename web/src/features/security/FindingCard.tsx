/** One finding: what happened, what it rests on, and what its person says to it. */
import { Check, ShieldAlert } from "lucide-react";
import { useState } from "react";

import { useAcknowledgeSuspiciousActivityMutation, type SuspiciousActivity } from "../../api/security";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { Pill, type Tone } from "../../components/Marks";
import { Why } from "../../components/Why";
import { tell } from "../../components/notices";
import { formatMoment, relativeMoment } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { Evidence } from "./Evidence";
import { findingWords, responseWords } from "../../lists/activity/findingWords";
import styles from "./Security.module.css";

interface FindingCardProps {
  finding: SuspiciousActivity;
  /** The member concerned, if it is not the reader. */
  person: string | undefined;
}

export function FindingCard({ finding, person }: FindingCardProps) {
  const say = useSay();
  const dates = useDates();
  const { title, text } = findingWords(say, finding, dates.language);
  const [shown, setShown] = useState(false);
  const isOpen = finding.state === "open";
  return (
    <Card
      alarming={isOpen && finding.severity >= 3}
      title={
        <span className={styles["title"]}>
          {isOpen ? <ShieldAlert aria-hidden /> : <Check aria-hidden />}
          {title}
        </span>
      }
      end={<Pill tone={tone(finding)}>{stateWord(say, finding)}</Pill>}
    >
      <CardBody>
        <div className={styles["text"]}>
          {person !== undefined && (
            <p>
              <b>
                <bdi>{person}</bdi>
              </b>
            </p>
          )}
          <p>{text}</p>
          {responseWords(say, finding.response).map((sentence) => (
            <p key={sentence} className="quiet">
              {sentence}
            </p>
          ))}
          <p className="hint">
            <time dateTime={finding.lastAt} title={formatMoment(finding.lastAt, dates, true)}>
              {relativeMoment(finding.lastAt, new Date(), dates.language)}
            </time>
            {finding.count > 1 && (
              <> · {say("security.times", "{count, plural, one {# time} other {# times}}", { count: finding.count })}</>
            )}
          </p>
        </div>
        <div className={styles["acts"]}>
          {finding.state !== "resolved" && <Judge finding={finding} />}
          <Button look="quiet" size="small" aria-expanded={shown} onPress={() => setShown(!shown)}>
            {shown ? say("security.hide", "Hide the entries") : say("security.show", "Show entries")}
          </Button>
        </div>
        {shown && <Evidence positions={finding.evidence} mine={person === undefined} />}
      </CardBody>
    </Card>
  );
}

function Judge({ finding }: { finding: SuspiciousActivity }) {
  const say = useSay();
  const may = useMay();
  const { user } = useSignedIn();
  const mine = finding.userId === user.id;
  const words = mine ? ownWords(say, finding) : { act: say("security.seen", "I'm on it"), done: say("security.seenDone", "Marked as yours to follow up") };
  const [acknowledge] = useAcknowledgeSuspiciousActivityMutation();
  const { run, busy, failure } = useAct(
    () => acknowledge({ acknowledgeActivity: { activityId: finding.id } }).unwrap(),
    () => tell({ title: words.done }),
  );
  if (!mine && (!may("security.manage") || finding.state !== "open")) return null;
  return (
    <>
      <Button size="small" writes isPending={busy} onPress={() => void run()}>
        {words.act}
      </Button>
      {failure && (
        <p role="alert" className={styles["failure"]}>
          <Why {...failure} />
        </p>
      )}
    </>
  );
}

/** For support views, "Was it you?" is not asked. */
const isOfSupport = ({ summaryKey }: SuspiciousActivity): boolean => summaryKey === "impersonation";

const ownWords = (say: Say, finding: SuspiciousActivity): { act: string; done: string } =>
  isOfSupport(finding)
    ? { act: say("security.sawIt", "I have seen it"), done: say("security.sawItDone", "Marked as seen") }
    : { act: say("security.wasMe", "This was me"), done: say("security.wasMeDone", "Marked as you") };

const tone = ({ state, severity }: SuspiciousActivity): Tone => (state !== "open" ? "neutral" : severity >= 4 ? "bad" : "warn");

function stateWord(say: Say, finding: SuspiciousActivity): string {
  const { state, verdict } = finding;
  if (state === "open") return say("security.state.open", "Open");
  if (state === "acknowledged") return say("security.state.acknowledged", "Being looked into");
  if (verdict === "mitigated") return say("security.state.secured", "Secured");
  return isOfSupport(finding) ? say("security.state.seen", "Seen") : say("security.state.wasMe", "It was me");
}
