/** When things happened: one bar per slice of the time on the screen. */
import type { AuditEntry } from "../../api/oversight";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { slices } from "./slices";

const BARS = 60;
const HEIGHT = 44;
const STEP = 10;
const WIDTH = 8;
const LOWEST = 2;

interface HistogramProps {
  entries: readonly AuditEntry[];
  openId: string | null;
}

export function Histogram({ entries, openId }: HistogramProps) {
  const say = useSay();
  const dates = useDates();
  const bars = slices(entries, BARS);
  const highest = Math.max(1, ...bars.map(({ ids }) => ids.length));
  const moment = (time: number | undefined) => formatMoment(new Date(time ?? 0).toISOString(), dates);
  return (
    <svg
      className={styles["histogram"]}
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={say("audit.histogram", "{count} entries from {from} to {to}", {
        count: entries.length,
        from: moment(bars[0]?.from),
        to: moment(bars.at(-1)?.to),
      })}
    >
      {bars.map(({ from, ids, failed }, place) => {
        const height = Math.max(LOWEST, (ids.length / highest) * HEIGHT);
        return (
          <rect
            key={from}
            x={place * STEP}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx={1.5}
            data-on={(openId && ids.includes(openId)) || undefined}
            data-failed={failed || undefined}
          />
        );
      })}
    </svg>
  );
}
