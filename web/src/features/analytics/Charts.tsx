/** Bars and lines drawn by hand. They say nothing that the table beside them does not: to readers of the screen each is one picture. */
import type { ReactNode } from "react";

import { useDates } from "../../session/useSession";
import { topOf } from "./figures";
import { drawing, look, TONES, type Tone } from "./look";

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
    <ul style={look.legend}>
      {series.map(({ name, tone }) => (
        <li key={name} style={look.series}>
          <i style={{ ...look.sign, ...drawing(tone) }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The values of a row one on top of the other. */
export function StackedBars({ label, series, rows, written }: ChartProps) {
  const top = topOf(Math.max(...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0))));
  return (
    <Frame label={label} top={top} written={written} rows={rows}>
      <div style={look.bars}>
        {rows.map(({ label: of, values }) => (
          <span key={of} style={look.bar} title={told(of, series, values, written)}>
            {series.map(({ name, tone }, index) => (
              <i key={name} style={{ ...drawing(tone), ...(index > 0 ? look.upper : {}), blockSize: `${((values[index] ?? 0) / top) * 100}%` }} />
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
  // Time runs as the language does.
  const mirrored = useDates().language.startsWith("ar");
  const x = (place: number) => (rows.length === 1 ? 50 : (place / (rows.length - 1)) * 100);
  const points = (index: number) => rows.map(({ values }, place) => `${x(place)},${100 - ((values[index] ?? 0) / top) * 100}`).join(" ");
  return (
    <Frame label={label} top={top} written={written} rows={rows}>
      <svg style={mirrored ? { ...look.lines, scale: "-1 1" } : look.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polygon points={`${x(0)},100 ${points(0)} ${x(rows.length - 1)},100`} style={{ fill: `color-mix(in oklab, ${TONES[series[0]?.tone ?? "accent"]} 14%, transparent)` }} />
        {series.map(({ name, tone }, index) => (
          <polyline key={name} points={points(index)} fill="none" strokeWidth={2} strokeDasharray={index > 0 ? "5 3" : undefined} vectorEffect="non-scaling-stroke" style={{ stroke: TONES[tone], forcedColorAdjust: "none" }} />
        ))}
      </svg>
      <div style={look.bars}>
        {rows.map(({ label: of, values }) => (
          <span key={of} style={look.bar} title={told(of, series, values, written)} />
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
    <div style={look.chart} role="img" aria-label={label}>
      <div style={look.scale}>
        <span>{written(top)}</span>
        <span>{written(top / 2)}</span>
        <span>{written(0)}</span>
      </div>
      <div style={look.plot}>{children}</div>
      <div style={look.places}>
        {rows.map(({ label: of, short }, place) => (
          <span key={of} style={look.place}>
            {(rows.length - 1 - place) % step === 0 && <b style={look.placed}>{short}</b>}
          </span>
        ))}
      </div>
    </div>
  );
}
