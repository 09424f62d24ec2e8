/** A year as a line: what ran out, what runs out soon, what comes later. */
import { Link } from "react-aria-components/Link";

import { daysBetween, formatDay, relativeDay, type Day } from "../../dates/days";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import { sealedLabel } from "../../items/sealedLabel";
import { Opened, useKeyState } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import { place, type Expiring, type Placed } from "./expiring";

interface ExpiryLineProps {
  documents: readonly Expiring[];
  today: Day;
}

const LABEL_WIDTH = 0.14;
const LEVELS = 4;
/** A name and its day, and the room above them. */
const STEP_PX = 38;
const SOON_DAYS = 60;

export function ExpiryLine(props: ExpiryLineProps) {
  return useNarrow() ? <ExpiryList {...props} /> : <Line {...props} />;
}

interface Titled {
  title: string;
}

function Title({ document: { item } }: { document: Expiring }) {
  const say = useSay();
  const locked = useKeyState().name !== "ready";
  return (
    <Opened<Titled> kind="document" item={item} sealed={<span>{sealedLabel(locked, say)}</span>}>
      {({ title }) => <bdi>{title}</bdi>}
    </Opened>
  );
}

function tone(left: number): "over" | "soon" | "later" {
  if (left < 0) return "over";
  return left <= SOON_DAYS ? "soon" : "later";
}

function Line({ documents, today }: ExpiryLineProps) {
  const dates = useDates();
  const say = useSay();
  const placed = place(documents, LABEL_WIDTH, LEVELS);
  const months = Array.from({ length: 12 }, (_, month) => firstOfMonth(today, month + 1));
  const at = (left: number) => `${((left + 60) / 425) * 100}%`;
  const now = at(0);
  const monthName = new Intl.DateTimeFormat(dates.language, { month: "short", timeZone: "UTC" });

  return (
    <div className={styles["timeline"]}>
      <ol className={styles["points"]} style={{ blockSize: STEP_PX * (1 + Math.max(0, ...placed.map(({ level }) => level ?? 0))) + 18 }}>
        {placed.map((document) => (
          <Point key={document.item.id} document={document} />
        ))}
      </ol>
      <div className={styles["axis"]} aria-hidden>
        <i className={styles["past"]} style={{ inlineSize: now }} />
        <i className={styles["soonBar"]} style={{ insetInlineStart: now, inlineSize: `${(SOON_DAYS / 425) * 100}%` }} />
        <i className={styles["now"]} style={{ insetInlineStart: now }} />
      </div>
      <div className={styles["months"]} aria-hidden>
        <b style={{ insetInlineStart: now }}>{say("home.now", "Now")}</b>
        {months.map(({ day, left }) => (
          <span key={day} style={{ insetInlineStart: at(left) }}>
            {left > 12 && monthName.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ))}
      </div>
    </div>
  );
}

function Point({ document }: { document: Placed }) {
  const dates = useDates();
  const { item, at, level, left, day } = document;
  return (
    <li
      className={styles["point"]}
      data-tone={tone(left)}
      style={{ insetInlineStart: `${at * 100}%` }}
    >
      <Link
        href={`/documents?open=${item.id}`}
        className={level === null ? styles["bare"] : styles["label"]}
        {...(level === null ? {} : { style: { blockSize: STEP_PX * (level + 1) - 2 } })}
      >
        <b className="clip">
          <Title document={document} />
        </b>
        <time dateTime={day}>{formatDay(day, dates)}</time>
      </Link>
    </li>
  );
}

/** The same on a phone: one under the other. */
function ExpiryList({ documents, today }: ExpiryLineProps) {
  const { language } = useDates();
  return (
    <ol>
      {documents.slice(0, 5).map((document) => (
        <li key={document.item.id}>
          <Link href={`/documents?open=${document.item.id}`} className={styles["row"]}>
            <b className="clip">
              <Title document={document} />
            </b>
            <time dateTime={document.day} data-tone={tone(document.left)}>
              {relativeDay(document.day, today, language)}
            </time>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The first day of a month ahead, and how many days it is away. */
function firstOfMonth(today: Day, ahead: number): { day: Day; left: number } {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const index = year * 12 + (month - 1) + ahead;
  const day = `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}-01`;
  return { day, left: daysBetween(today, day) };
}
