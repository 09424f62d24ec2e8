/** A year as a line: what ran out, what runs out soon, what comes later. */
import { Link } from "react-aria-components/Link";

import { daysBetween, formatDay, relativeDay, type Day } from "../../dates/days";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import { alarmNamed } from "../../items/alarms";
import { sealedLabel } from "../../items/sealedLabel";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import type { OpenedDocument } from "../../items/list/useDocuments";
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

function Title({ document: { opening } }: { document: OpenedDocument }) {
  const say = useSay();
  if (opening.name === "open") return <bdi>{opening.payload.title}</bdi>;
  if (opening.name === "alarm") return <span>{alarmNamed(opening, say)}</span>;
  return <span>{sealedLabel(opening.name === "sealed" && opening.locked, say)}</span>;
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
        {placed.map((one) => (
          <Point key={one.document.id} placed={one} />
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

function Point({ placed }: { placed: Placed }) {
  const dates = useDates();
  const { document, at, level, left, day } = placed;
  return (
    <li
      className={styles["point"]}
      data-tone={tone(left)}
      style={{ insetInlineStart: `${at * 100}%` }}
    >
      <Link
        href={`/documents?open=${document.id}`}
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
      {documents.slice(0, 5).map(({ document, day, left }) => (
        <li key={document.id}>
          <Link href={`/documents?open=${document.id}`} className={styles["row"]}>
            <b className="clip">
              <Title document={document} />
            </b>
            <time dateTime={day} data-tone={tone(left)}>
              {relativeDay(day, today, language)}
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
