/** A year as a line: what ran out, what runs out soon, what comes later. */
import { memo } from "react";
import { Link } from "react-aria-components/Link";

import { daysBetween, formatDay, relativeDay, type Day } from "../../dates/days";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import { alarmNamed } from "../../lists/alarms";
import { sealedLabel } from "../../lists/sealedLabel";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import type { OpenedDocument } from "../../lists/list/useDocuments";
import { crowdsOf, place, type Crowd, type Expiring, type LastDay, type Placed } from "./expiring";

interface ExpiryLineProps {
  /** The first of them. */
  documents: readonly Expiring[];
  /** Of all. */
  days: readonly LastDay[];
  today: Day;
}

const LABEL_WIDTH = 0.14;
/** Of a point with a number in it, and a little room. */
const POINT_WIDTH = 0.024;
const LEVELS = 4;
/** A name and its day, and the room above them. */
const STEP_PX = 38;
const SOON_DAYS = 60;

/** Drawn again only when something about it is another: rows come while it stands there. */
export const ExpiryLine = memo(function ExpiryLine(props: ExpiryLineProps) {
  return useNarrow() ? <ExpiryList {...props} /> : <Line {...props} />;
});

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

function Line({ documents, days, today }: ExpiryLineProps) {
  const dates = useDates();
  const say = useSay();
  const placed = place(documents, LABEL_WIDTH, LEVELS);
  const crowds = crowdsOf(placed, days, POINT_WIDTH);
  const months = Array.from({ length: 12 }, (_, month) => firstOfMonth(today, month + 1));
  const at = (left: number) => `${((left + 60) / 425) * 100}%`;
  const now = at(0);
  const monthName = new Intl.DateTimeFormat(dates.language, { month: "short", timeZone: "UTC" });

  return (
    <div className={styles["timeline"]}>
      <ol className={styles["points"]} style={{ blockSize: STEP_PX * (1 + Math.max(0, ...placed.map(({ level }) => level ?? 0))) + 18 }}>
        {placed.map((one) => one.level !== null && <Point key={one.document.id} placed={one} level={one.level} />)}
        {crowds.map((crowd) => (
          <Several key={crowd.from.day} crowd={crowd} only={crowd.count === 1 ? placed.find(({ day, level }) => day === crowd.from.day && level === null) : undefined} />
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

function Point({ placed: { document, at, left, day }, level }: { placed: Placed; level: number }) {
  const dates = useDates();
  return (
    <li
      className={styles["point"]}
      data-tone={tone(left)}
      style={{ insetInlineStart: `${at * 100}%` }}
    >
      <Link
        href={`/documents?open=${document.id}`}
        className={styles["label"]}
        style={{ blockSize: STEP_PX * (level + 1) - 2 }}
      >
        <b className="clip">
          <Title document={document} />
        </b>
        <time dateTime={day}>{formatDay(day, dates)}</time>
      </Link>
    </li>
  );
}

/** Those whose words find no room: the point itself is the link, to the document where there is one, or to the list. */
function Several({ crowd: { at, from, to, count }, only }: { crowd: Crowd; only: Placed | undefined }) {
  const dates = useDates();
  const say = useSay();
  const many = count > 1 || undefined;
  return (
    <li className={styles["point"]} data-tone={tone(from.left)} style={{ insetInlineStart: `${at * 100}%` }}>
      <Link href={only ? `/documents?open=${only.document.id}` : "/documents/expiring"} className={styles["bare"]} data-many={many}>
        {only ? <Title document={only.document} /> : <span aria-hidden>{count}</span>}
        {!only && <b>{say("home.several", "{count, plural, one {# document} other {# documents}}", { count })}</b>}
        <time dateTime={from.day}>{formatDay(from.day, dates)}</time>
        {to !== from && <time dateTime={to.day}>{formatDay(to.day, dates)}</time>}
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
