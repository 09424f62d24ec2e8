/** A few entries of the user's own log: what happened, from where, and when. */
import type { AuditEntry } from "../../api/typesOnly.generated";
import { actionWords } from "../../lists/activity/words";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import { read } from "../../i18n/word";
import styles from "./Security.module.css";

export function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const say = useSay();
  const dates = useDates();
  return (
    <ul className={styles["entries"]}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>{actionWords(say, entry)}</span>
          <span className="hint">
            <time dateTime={entry.at}>{formatMoment(entry.at, dates)}</time>
            {entry.context.ip && (
              <>
                {" · "}
                <bdi className="mono">{read(entry.context.ip)}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
