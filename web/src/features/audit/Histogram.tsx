/** When things happened: one bar per slice of the time on the screen. */
import type { AuditEntry } from "../../api/oversight";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { slices } from "./slices";

const BARS = 60;

interface HistogramProps {
  entries: readonly AuditEntry[];
  openId: string | null;
}

export function Histogram({ entries, openId }: HistogramProps) {
  const say = useSay();
  const dates = useDates();
  const bars = slices(entries, BARS);
  const highest = Math.max(1, ...bars.map(({ ids }) => ids.length));
  const from = bars[0]?.from ?? 0;
  const to = bars.at(-1)?.to ?? 0;
  return (
    <div
      className={styles["histogram"]}
      role="img"
      aria-label={say("audit.histogram", "{count} entries from {from} to {to}", {
        count: entries.length,
        from: formatMoment(new Date(from).toISOString(), dates),
        to: formatMoment(new Date(to).toISOString(), dates),
      })}
    >
      {bars.map(({ from: start, ids, failed }) => (
        <i
          key={start}
          data-on={(openId && ids.includes(openId)) || undefined}
          data-failed={failed || undefined}
          style={{ blockSize: `${Math.max(4, (ids.length / highest) * 100)}%` }}
        />
      ))}
    </div>
  );
}
