/** The lines of what was sent: one email, or a batch that opens to the emails in it. */
import { Users, X } from "lucide-react";
import { useId, useState } from "react";

import { useCancelEmailMutation, useListBatchEmailsQuery, type SentEmail } from "../../api/emails";
import { failureOf } from "../../api/failure";
import { held } from "../../api/held";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { tellFailure } from "../../components/notices";
import { Avatar, Pill } from "../../components/Marks";
import { Failed, Skeleton } from "../../components/States";
import { formatMoment, relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import { usePeople } from "../../lists/people/people";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import styles from "./Email.module.css";
import { countsOf, waitingIn, type Group } from "./grouped";
import { isWaiting, stateWord, suppressedWord, templateWord, toneOf } from "./states";
import { addressOf, answerOf } from "./told";

export function SentHead() {
  const say = useSay();
  return (
    <div role="row" className={classes(styles["line"], styles["head"])}>
      <span role="columnheader">{say("email.column.to", "To")}</span>
      <span role="columnheader">{say("email.column.what", "Kind")}</span>
      <span role="columnheader">{say("email.column.state", "State")}</span>
      <span role="columnheader">{say("email.column.at", "Sent")}</span>
      <span role="columnheader">
        <span className="unseen">{say("email.column.acts", "Actions")}</span>
      </span>
    </div>
  );
}

interface SentGroupProps {
  group: Group;
  /** There may be more of it than is here. */
  isCut: boolean;
}

export function SentGroup({ group, isCut }: SentGroupProps) {
  const [email] = group.emails;
  if (!email) return null;
  return group.batchId === null ? <SentLine email={email} /> : <SentBatch batchId={group.batchId} emails={group.emails} isCut={isCut} />;
}

/** Whether it may be cancelled by this person: what one sent oneself, or everything with the right to configure. */
function useMayCancel(): (email: SentEmail) => boolean {
  const may = useMay();
  const { user } = useSignedIn();
  return ({ sentBy, batchId }) => (sentBy === user.id || may("email.configure")) && (batchId === null || may("email.bulk"));
}

export function SentLine({ email, isNested = false }: { email: SentEmail; isNested?: boolean }) {
  const say = useSay();
  const mayCancel = useMayCancel()(email);
  const address = addressOf(email);
  const label = useId();
  return (
    <div role="row" className={styles["line"]}>
      <span role="cell" className={styles["row"]}>
        {!isNested && <Avatar id={email.id} name={address ?? "?"} />}
        <bdi id={label} className="clip">
          {address ?? say("email.erased", "Someone who was deleted")}
        </bdi>
      </span>
      <span role="cell" className={styles["who"]}>
        {!isNested && (
          <>
            {templateWord(say, email.template)}
            <By email={email} />
          </>
        )}
      </span>
      <span role="cell" className={styles["row"]}>
        <Pill tone={toneOf(email.state)}>{stateWord(say, email.state)}</Pill>
        <Reason email={email} />
      </span>
      <span role="cell" className="quiet">
        {!isNested && <At at={email.createdAt} />}
      </span>
      <span role="cell">{!isNested && mayCancel && isWaiting(email.state) && <Cancel about={label} what={{ messageId: email.id }} />}</span>
    </div>
  );
}

function SentBatch({ batchId, emails, isCut }: { batchId: string; emails: readonly SentEmail[]; isCut: boolean }) {
  const say = useSay();
  const mayCancel = useMayCancel();
  const [isOpen, setOpen] = useState(false);
  const label = useId();
  const list = useId();
  const [newest] = emails;
  if (!newest) return null;
  const count = emails.length;
  return (
    <>
      <div role="row" className={styles["line"]}>
        <span role="cell" className={styles["row"]}>
          <Users aria-hidden />
          <button type="button" id={label} className="link" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
            {isCut
              ? say("email.atLeast", "{count} or more recipients", { count })
              : say("email.recipients", "{count, plural, one {# recipient} other {# recipients}}", { count })}
          </button>
        </span>
        <span role="cell" className={styles["who"]}>
          {templateWord(say, newest.template)}
          <By email={newest} />
        </span>
        <span role="cell" className={styles["row"]}>
          <Counts emails={emails} />
        </span>
        <span role="cell" className="quiet">
          <At at={newest.createdAt} />
        </span>
        <span role="cell">{waitingIn(emails) > 0 && mayCancel(newest) && <Cancel about={label} what={{ batchId }} />}</span>
      </div>
      <div id={list} role="rowgroup" hidden={!isOpen}>
        {isOpen && <OfBatch batchId={batchId} known={isCut ? null : emails} />}
      </div>
    </>
  );
}

/** Those that are here already, or all of them asked for. */
function OfBatch({ batchId, known }: { batchId: string; known: readonly SentEmail[] | null }) {
  const say = useSay();
  const asked = useListBatchEmailsQuery(batchId, { skip: known !== null });
  const { data, failure, again } = held(asked);
  const emails = known ?? data;
  if (emails) return emails.map((email) => <SentLine key={email.id} email={email} isNested />);
  return (
    <div role="row">
      <div role="cell">
        {failure ? (
          <Failed title={say("email.failedList", "The emails did not load")} message={failure.message} told={failure} onRetry={again} />
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
    </div>
  );
}

export function Counts({ emails }: { emails: readonly SentEmail[] }) {
  const say = useSay();
  return countsOf(emails).map(([state, count]) => (
    <Pill key={state} tone={toneOf(state)}>
      <span className="num">{count}</span> {stateWord(say, state)}
    </Pill>
  ));
}

export function Reason({ email }: { email: SentEmail }) {
  const say = useSay();
  const dates = useDates();
  const answer = answerOf(email);
  if (email.state === "deferred" && email.nextAttemptAt)
    return <span className="hint">{say("email.next", "Next try {moment}", { moment: formatMoment(email.nextAttemptAt, dates) })}</span>;
  if (answer === null) return null;
  return <bdi className="hint">{suppressedWord(say, answer) ?? answer}</bdi>;
}

/** Who sent it, where that is not its reader. */
function By({ email: { sentBy } }: { email: SentEmail }) {
  const say = useSay();
  const { user } = useSignedIn();
  const people = usePeople();
  if (sentBy === null || sentBy === user.id) return null;
  return (
    <span className="hint clip">
      <bdi>{say("email.by", "By {person}", { person: people.of(sentBy).name })}</bdi>
    </span>
  );
}

function At({ at }: { at: string }) {
  const dates = useDates();
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at, dates, true)}>
      {relativeMoment(at, now, dates.language)}
    </time>
  );
}

interface CancelProps {
  about?: string;
  what: { messageId: string } | { batchId: string };
  words?: string;
  onDone?: () => void;
}

export function Cancel({ about, what, words, onDone }: CancelProps) {
  const say = useSay();
  const [cancel] = useCancelEmailMutation();
  const act = useAct(async () => {
    try {
      await cancel({ cancelRequest: what }).unwrap();
      onDone?.();
    } catch (reason) {
      tellFailure(say("email.notCancelled", "The email was not cancelled"), failureOf(reason));
    }
  });
  const label = words ?? say("email.cancel", "Cancel sending");
  return (
    <Button look="quiet" size="small" writes icon={!words} isPending={act.busy} aria-label={label} aria-describedby={about} onPress={() => void act.run()}>
      {words ?? <X />}
    </Button>
  );
}
