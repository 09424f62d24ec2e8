/** The email as each of its recipients gets it, one after the other. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { Button } from "../../components/Button";
import { Card } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { usePeople } from "../../lists/people/people";
import { useDates, useSignedIn } from "../../session/useSession";
import styles from "./Email.module.css";
import { isEmpty, letterFor, type Letter, type Message } from "./letter";
import type { Recipient } from "./recipients";
import { accountNameOf } from "./told";

interface PreviewProps {
  message: Message;
  recipients: readonly Recipient[];
}

/** What the server puts around the text has the names that it knows, so what stands here is its word. */
export function Preview({ message, recipients }: PreviewProps) {
  const say = useSay();
  const [chosen, setChosen] = useState<string | null>(null);
  const count = recipients.length;
  const found = recipients.findIndex(({ key }) => key === chosen);
  const at = found < 0 ? 0 : found;
  const shown = recipients[at];
  const turn = (step: number) => setChosen(recipients[Math.min(count - 1, Math.max(0, at + step))]?.key ?? null);

  function walk(event: KeyboardEvent<HTMLElement>) {
    const forwards = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    turn(event.key === forwards ? 1 : -1);
  }

  return (
    <Card
      fromServer
      title={say("email.preview", "Preview")}
      end={
        count > 1 && (
          <span className={styles["row"]} role="group" aria-label={say("email.preview.walk", "Recipient shown in the preview")} onKeyDown={walk}>
            <span className="hint num" role="status">
              {say("email.preview.at", "{at} of {count}", { at: at + 1, count })}
            </span>
            <Button size="small" icon aria-label={say("email.preview.before", "Previous recipient")} isDisabled={at === 0} onPress={() => turn(-1)}>
              <ChevronLeft className="turns" />
            </Button>
            <Button size="small" icon aria-label={say("email.preview.next", "Next recipient")} isDisabled={at === count - 1} onPress={() => turn(1)}>
              <ChevronRight className="turns" />
            </Button>
          </span>
        )
      }
    >
      <Mail message={message} recipient={shown} />
    </Card>
  );
}

function Mail({ message, recipient }: { message: Message; recipient: Recipient | undefined }) {
  const say = useSay();
  const dates = useDates();
  const people = usePeople();
  const { user, account } = useSignedIn();
  const own = people.of(user.id);
  const sender = { name: own.name, account: accountNameOf(account), replyTo: user.email };
  const locale = message.template === "own" ? account.language : message.locale;
  const letter = letterFor({ ...message, locale }, recipient?.values ?? {}, sender, dates);
  return (
    <article className={styles["mail"]} aria-label={say("email.preview", "Preview")}>
      <p>
        <span className="hint">{say("email.column.to", "To")}</span>{" "}
        {recipient ? (
          <bdi>{recipient.called === recipient.address ? recipient.address : `${recipient.called} <${recipient.address}>`}</bdi>
        ) : (
          <span className="hint">{say("email.preview.nobody", "No one yet")}</span>
        )}
      </p>
      <Written letter={letter} isBlank={isEmpty(message)} />
    </article>
  );
}

function Written({ letter: { subject, parts, footer, stop, dir }, isBlank }: { letter: Letter; isBlank: boolean }) {
  const say = useSay();
  if (isBlank) return <p className="hint">{say("email.preview.blank", "What you write appears here as each recipient gets it.")}</p>;
  return (
    <>
      <h3 dir="auto">{subject}</h3>
      {parts.map((part, at) => (
        <p key={at} dir="auto">
          {part}
        </p>
      ))}
      <footer className="hint" dir={dir}>
        <p>{footer}</p>
        <p>{stop}</p>
      </footer>
    </>
  );
}
