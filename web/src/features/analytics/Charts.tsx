/** Bars and lines drawn by hand. They say nothing that the table beside them does not: to readers of the screen each is one picture. */
import { useLayoutEffect, useRef, type ReactNode } from "react";

import styles from "./Analytics.module.css";
import { topOf } from "./figures";

export type Tone = "accent" | "ok" | "warn" | "bad" | "info" | "neutral";

export interface Series {
  name: string;
  tone: Tone;
}

export interface Row {
  label: string;
  /** Where there is room for a part only. */
  short: string;
  values: readonly number[];
}

interface ChartProps {
  label: string;
  series: readonly Series[];
  rows: readonly Row[];
  written: (value: number) => string;
}

const LABELS = 6;

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles["legend"]}>
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i data-tone={tone} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The newest is what people look for: where all do not fit, it is the last that is in sight. */
function useNewestInSight() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (current) current.scrollLeft = getComputedStyle(current).direction === "rtl" ? -current.scrollWidth : current.scrollWidth;
  }, []);
  return place;
}

/** The values of a row one on top of the other. */
export function StackedBars({ label, series, rows, written }: ChartProps) {
  const place = useNewestInSight();
  const top = topOf(Math.max(...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0))));
  return (
    <Frame label={label} top={top} written={written} rows={rows}>
      <div ref={place} className={styles["bars"]}>
        {rows.map(({ label: of, values }) => (
          <span key={of} title={told(of, series, values, written)}>
            {series.map(({ name, tone }, index) => (
              <i key={name} data-tone={tone} style={{ blockSize: `${((values[index] ?? 0) / top) * 100}%` }} />
            ))}
          </span>
        ))}
      </div>
    </Frame>
  );
}

/** One line for each series; the ground under the first is filled. */
export function Lines({ label, series, rows, written }: ChartProps) {
  const top = topOf(Math.max(...rows.flatMap(({ values }) => values)));
  const x = (place: number) => (rows.length === 1 ? 50 : (place / (rows.length - 1)) * 100);
  const points = (index: number) => rows.map(({ values }, place) => `${x(place)},${100 - ((values[index] ?? 0) / top) * 100}`).join(" ");
  return (
    <Frame label={label} top={top} written={written} rows={rows}>
      <svg className={styles["lines"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polygon points={`${x(0)},100 ${points(0)} ${x(rows.length - 1)},100`} data-tone={series[0]?.tone} />
        {series.map(({ name, tone }, index) => (
          <polyline key={name} points={points(index)} data-tone={tone} data-dashed={index > 0 || undefined} />
        ))}
      </svg>
      <div className={styles["bars"]} data-bare>
        {rows.map(({ label: of, values }) => (
          <span key={of} title={told(of, series, values, written)} />
        ))}
      </div>
    </Frame>
  );
}

const told = (label: string, series: readonly Series[], values: readonly number[], written: ChartProps["written"]): string =>
  [label, ...series.map(({ name }, index) => `${name}: ${written(values[index] ?? 0)}`)].join("\n");

interface FrameProps extends Pick<ChartProps, "label" | "rows" | "written"> {
  top: number;
  children: ReactNode;
}

function Frame({ label, top, rows, written, children }: FrameProps) {
  const step = Math.max(1, Math.ceil(rows.length / LABELS));
  return (
    <div className={styles["chart"]} role="img" aria-label={label}>
      <div className={styles["scale"]}>
        <span>{written(top)}</span>
        <span>{written(top / 2)}</span>
        <span>{written(0)}</span>
      </div>
      <div className={styles["plot"]}>{children}</div>
      <div className={styles["places"]}>
        {rows.map(({ label: of, short }, place) => (
          <span key={of}>{(rows.length - 1 - place) % step === 0 && <b>{short}</b>}</span>
        ))}
      </div>
    </div>
  );
}
