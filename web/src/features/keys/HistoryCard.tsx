/** The key record in words, the newest first, as this device replayed it. */
import { useState } from "react";

import { Button, ButtonLink } from "../../components/Button";
import { Card, Line } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { dayAt, formatDay } from "../../dates/days";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyFact } from "../../keyring/contract";
import { useDates, useMay } from "../../session/useSession";
import { factWords } from "./factWords";
import styles from "./Keys.module.css";
import type { Names } from "./names";

const SHOWN_FIRST = 6;
const MORE = 50;

export function HistoryCard({ history, names }: { history: readonly KeyFact[]; names: Names }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const [count, setCount] = useState(SHOWN_FIRST);
  const left = history.length - count;
  return (
    <Card
      title={say("keys.history", "Key history")}
      end={
        may("audit.read") && (
          <ButtonLink look="quiet" size="small" href="/audit">
            {say("nav.audit", "Audit log")}
          </ButtonLink>
        )
      }
    >
      {history.slice(0, count).map((fact) => (
        <Line key={fact.seq}>
          <Avatar id={fact.authorId} name={names.face(fact.authorId)} />
          <p className={styles["fact"]}>
            <b>
              <bdi>{names.person(fact.authorId)}</bdi>
            </b>{" "}
            <span className="quiet">{factWords(say, fact, names)}</span>
          </p>
          <time className="hint" dateTime={fact.at} title={formatMoment(fact.at, dates, true)}>
            {formatDay(dayAt(new Date(fact.at), dates.zone), dates)}
          </time>
        </Line>
      ))}
      {left > 0 && (
        <Line>
          <Button look="quiet" size="small" onPress={() => setCount(count + MORE)}>
            {say("keys.earlier", "Show {count, plural, one {# earlier entry} other {# earlier entries}}", {
              count: Math.min(left, MORE),
            })}
          </Button>
        </Line>
      )}
    </Card>
  );
}
