/** `/email/new`: to whom, what, and how each of them gets it. Nothing leaves this device before it is sent. */
import { ArrowLeft, Send } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import { failureOf } from "../../api/failure";
import { Boundary } from "../../components/Boundary";
import { Button, ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { ConfirmDialog } from "../../components/Dialog";
import { useFetchAhead } from "../../components/fetchAhead";
import { Form } from "../../components/Form";
import { Banner, Card, CardBody } from "../../components/Layout";
import { tellFailure } from "../../components/notices";
import { Columns, Page } from "../../components/Page";
import { part } from "../../components/part";
import { ServerWord } from "../../components/ServerWord";
import { Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useDraft, type Draft } from "../../lists/useDraft";
import { useKeyState } from "../../keyring/react";
import { useMay, useSignedIn } from "../../session/useSession";
import { keyOf, type Source } from "./addressees";
import styles from "./Email.module.css";
import type { LoadDeskKind } from "./filters";
import { Forbidden } from "./Forbidden";
import { placesOf, tooLongFor, type Message } from "./letter";
import { MessageFields } from "./MessageFields";
import { Preview } from "./Preview";
import { sortOut } from "./recipients";
import { RecipientsCard } from "./RecipientsCard";
import { MOST_AT_ONCE, MOST_SINGLY } from "./sending";
import { useDailyLimit } from "./TodayCard";
import { isOpen, SHELVES, useBook, useEverybody } from "./useBook";
import { useTransmission } from "./useTransmission";
import { blank, isBlank, type Written } from "./written";

const DRAFT = "new email";

const loadOutcome = () => import("./Outcome");
const Outcome = part(loadOutcome);
/** Whoever sends without a connection is told so all the same. */
const LATER = [loadOutcome];

interface ComposeProps {
  /** The columns by which saved filters ask for contacts. */
  loadContactKind: LoadDeskKind;
}

export default function Compose({ loadContactKind }: ComposeProps) {
  const isReady = useKeyState().name === "ready";
  useFetchAhead(LATER);
  if (!useMay()("email.send")) return <Forbidden />;
  // Before this device can open what it has kept, it would find nothing, and something else would be kept in its place.
  return isReady ? <Found loadContactKind={loadContactKind} /> : <Waiting />;
}

function Found({ loadContactKind }: ComposeProps) {
  const draft = useDraft<Written>(DRAFT);
  return draft.found === undefined ? <Waiting /> : <Composer draft={draft} before={draft.found} loadContactKind={loadContactKind} />;
}

function Waiting() {
  const say = useSay();
  return (
    <Page title={say("email.new", "New email")} actions={<Back />} padded>
      <Skeleton lines={8} height={32} />
    </Page>
  );
}

function Back() {
  const say = useSay();
  const narrow = useNarrow();
  const label = say("email.all", "All emails");
  return (
    <ButtonLink href="/email" icon={narrow} aria-label={label}>
      <ArrowLeft className="turns" />
      {!narrow && label}
    </ButtonLink>
  );
}

interface ComposerProps extends ComposeProps {
  draft: Draft<Written>;
  before: Written | null;
}

export function Composer({ draft, before, loadContactKind }: ComposerProps) {
  const say = useSay();
  const may = useMay();
  const { account } = useSignedIn();
  const [{ to, message }, setWritten] = useState<Written>(before ?? blank(account.language));
  const [isRestored, setRestored] = useState(before !== null);
  const [isPicking, setPicking] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isLacking, setLacking] = useState(false);
  const mayBulk = may("email.bulk");
  const most = mayBulk ? MOST_AT_ONCE : MOST_SINGLY;

  const { keep, drop } = draft;
  // What the server has taken is no draft any more: found again after a reload, it would be sent twice.
  const transmission = useTransmission((left) => {
    const written = { to: to.filter((one) => left.has(keyOf(one))), message };
    setWritten(written);
    if (left.size === 0) void drop();
    else keep(written);
  });
  const isSent = transmission.sent !== null;
  const isKept = useRef(before !== null);
  useEffect(() => {
    const written = { to, message };
    if (isSent) return;
    if (!isBlank(written)) keep(written);
    else if (isKept.current) void drop();
    isKept.current = !isBlank(written);
  }, [keep, drop, to, message, isSent]);

  const sources = useMemo(() => new Set<Source>(isPicking ? SHELVES : to.map(({ source }) => source)), [isPicking, to]);
  const book = useBook(sources);
  const everybody = useEverybody(book);
  const whole = isOpen(book, sources);
  const { recipients, leftOut } = useMemo(
    () => sortOut({ chosen: to, book: everybody, places: placesOf(message), most, isTooLong: tooLongFor(message) }),
    [to, everybody, message, most],
  );
  // Of those who are still being opened nobody says that they are missing.
  const named = whole ? leftOut : leftOut.filter(({ why }) => why !== "closed");
  const count = recipients.length;

  if (isSent)
    return (
      <Boundary waiting={<Waiting />}>
        <Outcome
          transmission={transmission}
          most={most}
          onBack={transmission.forget}
          onNew={() => {
            setRestored(false);
            setWritten(blank(account.language));
            transmission.forget();
          }}
        />
      </Boundary>
    );

  const changeMessage = (part: Partial<Message>) => setWritten((now) => ({ ...now, message: { ...now.message, ...part } }));

  return (
    <Page title={say("email.new", "New email")} actions={<Back />} padded>
      {isRestored && <Banner tone="info">{say("draft.found", "We restored your unsaved changes. They are not saved yet.")}</Banner>}
      <Columns
        main={
          <>
            <RecipientsCard
              to={to}
              recipients={recipients}
              leftOut={named}
              isOpening={!whole}
              most={most}
              book={book}
              loadContactKind={loadContactKind}
              isPicking={isPicking}
              onPick={setPicking}
              onChange={(change) => setWritten((now) => ({ ...now, to: change(now.to) }))}
            />
            <Form onSend={() => (count > 0 ? setAsked(true) : setLacking(true))}>
              <Card title={say("email.message", "Message")}>
                <CardBody>
                  <MessageFields message={message} onChange={changeMessage} />
                  <div className={classes(styles["row"], styles["end"])}>
                    {isLacking && count === 0 ? (
                      <p className={styles["over"]} role="alert">
                        {say("email.noOne", "Choose at least one person who has an email address.")}
                      </p>
                    ) : (
                      <LimitHint count={count} />
                    )}
                    <Button type="submit" look="primary" writes isPending={!whole}>
                      <Send />
                      {count === 0
                        ? say("email.send", "Send")
                        : say("email.sendTo", "{count, plural, one {Send to # recipient} other {Send to # recipients}}", { count })}
                    </Button>
                  </div>
                </CardBody>
              </Card>
            </Form>
          </>
        }
        side={
          <>
            <Preview message={message} recipients={recipients} />
            <Banner tone="warn" title={say("email.leaves", "Email leaves the encryption")}>
              <LeavesWhat />
            </Banner>
          </>
        }
      />
      <ConfirmDialog
        title={say("email.ask", "{count, plural, one {Send # email?} other {Send # emails?}}", { count })}
        isOpen={isAsked}
        destroys={false}
        confirm={say("email.confirm", "{count, plural, one {Send # email} other {Send # emails}}", { count })}
        onClose={() => setAsked(false)}
        onConfirm={() => transmission.start({ message, recipients, leftOut: named, book, mayBulk }).catch(tellWhy)}
      >
        <p>
          <LeavesWhat />
        </p>
        <p>{say("email.askWhat", "An email that has left cannot be taken back.")}</p>
        {named.length > 0 && (
          <p>{say("email.askLeft", "{count, plural, one {# person you chose gets no email.} other {# people you chose get no email.}}", { count: named.length })}</p>
        )}
      </ConfirmDialog>
    </Page>
  );

  function tellWhy(reason: unknown) {
    tellFailure(failureTitle(say, "sendEmail"), failureOf(reason));
  }
}

function LeavesWhat() {
  const say = useSay();
  return say(
    "email.leavesWhat",
    "When you send, the server learns the text, every address and which recipients belong together. The mail servers on the way can read it too. Until then, nothing of it leaves this device.",
  );
}

function LimitHint({ count }: { count: number }) {
  const say = useSay();
  const limit = useDailyLimit();
  if (!limit) return null;
  const { most, used = 0 } = limit;
  const left = Math.max(0, most - used);
  if (count <= left)
    return (
      <p className="hint num">
        <ServerWord>{say("email.today.left", "{left} of {most} emails left today", { left, most })}</ServerWord>
      </p>
    );
  return (
    <p className={styles["over"]} role="status">
      <ServerWord>{say("email.today.over", "Your plan allows {most} emails a day, and {left} are left. Send to fewer people, or change the plan.", { most, left })}</ServerWord>
    </p>
  );
}
