/** What becomes of an email that is being sent: taken by the server, on its way, and for whom it is not. */
import { useMemo, useState } from "react";

import { useListBatchEmailsQuery, type AcceptedBatch, type SentEmail } from "../../api/emails";
import type { ApiFailure } from "../../api/failure";
import { held } from "../../api/held";
import { Button, ButtonLink } from "../../components/Button";
import { Banner, Card, CardBody, Line } from "../../components/Layout";
import { Avatar, Bar, Pill } from "../../components/Marks";
import { Page } from "../../components/Page";
import { ServerWord } from "../../components/ServerWord";
import { NotRefreshed, Skeleton } from "../../components/States";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import styles from "./Email.module.css";
import { waitingIn } from "./grouped";
import { LeftOutList } from "./LeftOutList";
import type { LeftOut, Recipient } from "./recipients";
import { Refused } from "./Refused";
import { Cancel, Counts, SentHead, SentLine } from "./SentLines";
import { suppressedOf } from "./suppressed";
import { refusedOf, type Prepared, type Transmission } from "./useTransmission";

interface OutcomeProps {
  transmission: Transmission;
  most: number;
  /** To what was written, with those who have not got it. */
  onBack: () => void;
  onNew: () => void;
}

export default function Outcome({ transmission, most, onBack, onNew }: OutcomeProps) {
  const say = useSay();
  const { sent, busy, failure, accepted } = transmission;
  if (!sent) return null;
  const none = sent.recipients.length === 0;
  return (
    <Page
      title={say("email.new", "New email")}
      padded
      actions={
        <>
          <Button isDisabled={busy} onPress={onNew}>
            {say("email.another", "Write another")}
          </Button>
          <ButtonLink look="primary" href="/email">
            {say("email.all", "All emails")}
          </ButtonLink>
        </>
      }
    >
      {failure && (
        <Banner
          tone="bad"
          urgent
          title={failureTitle(say, "sendEmail")}
          actions={
            <>
              <Button size="small" writes isPending={busy} onPress={() => void transmission.again()}>
                {say("state.retry", "Try again")}
              </Button>
              <Button size="small" look="quiet" isDisabled={busy} onPress={onBack}>
                {say("email.back", "Back to the email")}
              </Button>
            </>
          }
        >
          <Refused failure={failure} /> <LeftToday failure={failure} />
        </Banner>
      )}
      {none && (
        <Banner tone="warn" actions={<Button size="small" onPress={onBack}>{say("email.back", "Back to the email")}</Button>}>
          {say("email.nobody", "No email was sent: no one was left to send it to.")}
        </Banner>
      )}
      {sent.way === "singly" && !none && <Singly sent={sent} transmission={transmission} onBack={onBack} />}
      {sent.way === "batch" && (accepted ? <Batch sent={sent} accepted={accepted} most={most} /> : !failure && <Skeleton lines={4} height={32} />)}
      {sent.leftOut.length > 0 && <LeftOutCard leftOut={sent.leftOut} most={most} />}
    </Page>
  );
}

/** The server says how many it would still take. */
function LeftToday({ failure: { reason, details } }: { failure: ApiFailure }) {
  const say = useSay();
  const [left, most] = [details?.["left"], details?.["most"]];
  if (reason !== "mail_limit" || typeof left !== "number" || typeof most !== "number") return null;
  return <ServerWord>{say("email.today.left", "{left} of {most} emails left today", { left, most })}</ServerWord>;
}

function LeftOutCard({ leftOut, most }: { leftOut: readonly LeftOut[]; most: number }) {
  const say = useSay();
  return (
    <Card title={say("email.leftOut", "Not sent to {count, plural, one {# person} other {# people}}", { count: leftOut.length })}>
      <LeftOutList leftOut={leftOut} most={most} />
    </Card>
  );
}

function Singly({ sent, transmission, onBack }: { sent: Extract<Prepared, { way: "singly" }>; transmission: Transmission; onBack: () => void }) {
  const say = useSay();
  const { results, busy } = transmission;
  const taken = [...results.values()].filter((failure) => failure === null).length;
  const total = sent.each.length;
  const told = say("email.taken", "{taken} of {total} handed to the server", { taken, total });
  const isOver = !busy && taken < total;
  return (
    <Card
      title={busy ? say("email.sending", "Sending") : taken === total ? say("email.allTaken", "On their way") : say("email.someTaken", "Not all were sent")}
      end={
        busy && total > 1 ? (
          <Button size="small" onPress={transmission.stop}>
            {say("email.stop", "Stop")}
          </Button>
        ) : (
          isOver && (
            <>
              <Button size="small" writes onPress={() => void transmission.again()}>
                {say("email.rest", "Send the rest")}
              </Button>
              <Button size="small" look="quiet" onPress={onBack}>
                {say("email.back", "Back to the email")}
              </Button>
            </>
          )
        )
      }
    >
      <CardBody>
        <p role="status" className="num">
          {told}
        </p>
        <Bar value={total === 0 ? 0 : taken / total} label={told} />
      </CardBody>
      {sent.each.map(({ single: { recipient } }) => (
        <SingleLine key={recipient.key} recipient={recipient} failure={results.get(recipient.key)} />
      ))}
    </Card>
  );
}

function SingleLine({ recipient: { id, called, address }, failure }: { recipient: Recipient; failure: ApiFailure | null | undefined }) {
  const say = useSay();
  return (
    <Line>
      <Avatar id={id} name={called} />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{called}</bdi>
        </b>
        {called !== address && <bdi className="hint clip">{address}</bdi>}
        {failure && (
          <span className="hint">
            <Refused failure={failure} />
          </span>
        )}
      </span>
      {failure === undefined ? (
        <Pill>{say("email.single.waits", "Waiting")}</Pill>
      ) : failure === null ? (
        <Pill tone="ok">{say("email.single.taken", "Handed over")}</Pill>
      ) : (
        <Pill tone="bad">{say("email.state.failed", "Not sent")}</Pill>
      )}
    </Line>
  );
}

/** While something is on its way; nobody pushes this to the page. */
const POLL_MS = 2000;
const NONE: readonly SentEmail[] = [];

function Batch({ sent, accepted, most }: { sent: Extract<Prepared, { way: "batch" }>; accepted: AcceptedBatch; most: number }) {
  const say = useSay();
  const { batchId, accepted: total } = accepted;
  const first = useListBatchEmailsQuery(batchId ?? "", { skip: batchId === null });
  const known = first.data ?? NONE;
  // What was not in the list when it was cancelled never comes into it.
  const [isCancelled, setCancelled] = useState(false);
  const isUnderWay = batchId !== null && ((!isCancelled && known.length < total) || waitingIn(known) > 0);
  // The same answer, asked again and again for as long as something in it is on its way.
  const asked = useListBatchEmailsQuery(batchId ?? "", { skip: batchId === null, pollingInterval: isUnderWay ? POLL_MS : 0, skipPollingIfUnfocused: true });
  const { data, late, again } = held(asked);
  const emails = data ?? NONE;
  const done = emails.length - waitingIn(emails);
  const told = say("email.done", "{done} of {total} are through", { done, total });
  const leftOut = useMemo(
    () => [...refusedOf(sent.recipients, accepted.invalid), ...suppressedOf(sent.recipients, accepted, emails)],
    [sent.recipients, accepted, emails],
  );
  const unnamed = accepted.suppressed - leftOut.filter(({ why }) => why === "suppressed").length;
  return (
    <>
      <Card
        fromServer
        title={isUnderWay ? say("email.sending", "Sending") : isCancelled ? say("email.state.cancelled", "Cancelled") : say("email.batchOver", "Sent")}
        end={isUnderWay && !isCancelled && batchId !== null && <Cancel onDone={() => setCancelled(true)} what={{ batchId }} words={say("email.cancelRest", "Cancel what has not left")} />}
      >
        <CardBody>
          {late && <NotRefreshed onRetry={again} />}
          <p role="status" className="num">
            {told}
          </p>
          <Bar value={total === 0 ? 0 : done / total} label={told} />
          <span className={styles["row"]}>
            <Counts emails={emails} />
          </span>
        </CardBody>
        {emails.length > 0 && (
          <div role="table" aria-label={say("email.sentList", "Sent")}>
            <SentHead />
            {emails.map((email) => (
              <SentLine key={email.id} email={email} />
            ))}
          </div>
        )}
      </Card>
      {(leftOut.length > 0 || unnamed > 0) && (
        <Card fromServer title={say("email.leftByServer", "Left out by the server")}>
          <LeftOutList leftOut={leftOut} most={most} />
          {unnamed > 0 && (
            <CardBody>
              <p className="hint">
                {say("email.suppressed", "{count, plural, one {# address gets} other {# addresses get}} no emails from this account.", { count: unnamed })}
              </p>
            </CardBody>
          )}
        </Card>
      )}
    </>
  );
}
