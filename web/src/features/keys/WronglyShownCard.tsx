/** What the server showed wrongly: the lasting list of this device, with what was asked and answered. */
import { useState } from "react";

import { Button, ButtonLink } from "../../components/Button";
import { Card, CardBody, Line } from "../../components/Layout";
import { tell } from "../../components/notices";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { saveBlob } from "../../browser/saveBlob";
import { kindWord } from "../../lists/finding/kindWords";
import { isFindable } from "../../lists/finding/kinds";
import { useSay, type Say } from "../../i18n/say";
import { AlarmPill, alarmSaid } from "../../lists/alarms";
import type { WronglyShown } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useWronglyShown } from "../../keyring/useWronglyShown";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";

const SHOWN_FIRST = 10;
const MORE = 50;

const sayWhat = (say: Say, { kind, id }: WronglyShown): string => {
  if (id === "") return say("wrong.answer", "A whole answer");
  if (kind === "file") return say("wrong.file", "A file");
  return isFindable(kind) ? kindWord(say, kind) : say("wrong.other", "An entry of a list");
};

export default function WronglyShownCard() {
  const say = useSay();
  const keyring = useKeyring();
  const entries = useWronglyShown();
  const [count, setCount] = useState(SHOWN_FIRST);
  const unread = entries.filter(({ read }) => !read).map(({ name }) => name);
  const left = entries.length - count;
  if (entries.length === 0) return null;
  return (
    <Card
      title={say("wrong.title", "What the server showed wrongly")}
      alarming={unread.length > 0}
      end={
        unread.length > 1 && (
          <Button look="quiet" size="small" onPress={() => void keyring.markWronglyShownRead(unread)}>
            {say("wrong.readAll", "Mark all as read")}
          </Button>
        )
      }
    >
      <CardBody>
        <p className="quiet">
          {say("wrong.what", "Coffer refused these answers and kept proof of them on this device. Save the evidence and contact the account owner through a channel you trust.")}
        </p>
      </CardBody>
      {entries.slice(0, count).map((entry) => (
        <Entry key={entry.name} entry={entry} />
      ))}
      {left > 0 && (
        <Line>
          <Button look="quiet" size="small" onPress={() => setCount(count + MORE)}>
            {say("keys.earlier", "Show {count, plural, one {# earlier entry} other {# earlier entries}}", { count: Math.min(left, MORE) })}
          </Button>
        </Line>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: WronglyShown }) {
  const say = useSay();
  const keyring = useKeyring();
  const now = useNow();
  const { language } = useDates();
  const [asking, setAsking] = useState(false);
  const { name, kind, id, word, count, lastAt, read, open } = entry;

  async function save() {
    saveBlob(await keyring.evidenceOf(name), `evidence-${kind}-${id || "answer"}.json`);
  }

  async function ask() {
    setAsking(true);
    const isServed = await keyring.askAgain(name).catch(() => false);
    setAsking(false);
    tell({
      title: isServed
        ? say("wrong.again.good", "The server shows its record as it should. Open it to check the contents.")
        : say("wrong.again.bad", "The server still shows it wrongly"),
    });
  }

  return (
    <Line>
      <div className={styles["fact"]}>
        <p>
          <AlarmPill word={word} /> <b>{sayWhat(say, entry)}</b>
        </p>
        <p className="quiet">{alarmSaid(word, say)}</p>
        <p className="hint">
          {say("wrong.when", "{count, plural, one {Seen once} other {Seen # times}}, last {when}", {
            count, when: relativeMoment(new Date(lastAt).toISOString(), now, language),
          })}
          {!open && <> · {say("wrong.over", "Shown correctly since")}</>}
        </p>
        <p>
          {isFindable(kind) && id !== "" && (
            <ButtonLink look="quiet" size="small" href={`/${kind}s?open=${id}`}>
              {say("wrong.open", "Open")}
            </ButtonLink>
          )}
          <Button look="quiet" size="small" onPress={() => void save()}>
            {say("wrong.save", "Save evidence")}
          </Button>
          {id !== "" && (
            <Button look="quiet" size="small" isPending={asking} onPress={() => void ask()}>
              {say("wrong.again", "Ask again")}
            </Button>
          )}
          {!read && (
            <Button look="quiet" size="small" onPress={() => void keyring.markWronglyShownRead([name])}>
              {say("wrong.read", "Mark as read")}
            </Button>
          )}
        </p>
      </div>
    </Line>
  );
}
