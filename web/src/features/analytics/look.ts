/**
 * How the page is laid out. In the code and not in a stylesheet: whatever a stylesheet has counts against what the app may load of
 * styles, and nobody but those who look at numbers needs this.
 */
import type { CSSProperties } from "react";

export type Tone = "accent" | "ok" | "warn" | "bad" | "info" | "neutral";

export const TONES: Record<Tone, string> = {
  accent: "var(--accent)",
  ok: "var(--hue-green)",
  warn: "var(--warn-dot)",
  bad: "var(--bad-dot)",
  info: "var(--info)",
  neutral: "var(--ctl)",
};

const NUMBERS = { fontVariantNumeric: "tabular-nums" } as const;

export const figures = (columns: number): CSSProperties => ({ display: "grid", gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: 16, alignItems: "start" });
export const drawing = (tone: Tone): CSSProperties => ({ background: TONES[tone], forcedColorAdjust: "none" });

const LOOK = {
  all: { gridColumn: "1 / -1" },
  ends: { display: "flex", flex: "none", gap: 4 },
  none: { paddingBlock: 24, color: "var(--ink-2)", fontSize: 13, textAlign: "center" },
  chart: { display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", gap: "6px 8px", color: "var(--ink-3)", fontSize: 11, lineHeight: "16px", ...NUMBERS },
  scale: { display: "flex", flexDirection: "column", justifyContent: "space-between", height: 176, marginBlock: -8, textAlign: "end" },
  plot: {
    position: "relative",
    height: 160,
    borderBlock: "1px solid var(--line)",
    background: "linear-gradient(var(--line), var(--line)) center / 100% 1px no-repeat",
  },
  bars: { position: "absolute", inset: 0, display: "flex" },
  bar: { display: "flex", flex: 1, flexDirection: "column-reverse", minWidth: 0, paddingInline: "min(3px, 12%)" },
  // What stands on another ends in a line of the ground, so that they differ without a colour, too.
  upper: { borderBlockEnd: "1px solid var(--surface)" },
  lines: { position: "absolute", inset: 0, width: "100%", height: "100%", overflow: "visible" },
  places: { display: "flex", gridColumn: 2, height: 16 },
  place: { position: "relative", flex: 1, minWidth: 0 },
  placed: { position: "absolute", insetInlineEnd: 0, fontWeight: 500, whiteSpace: "nowrap" },
  legend: { display: "flex", flexWrap: "wrap", gap: "4px 16px", color: "var(--ink-2)", fontSize: 12 },
  series: { display: "flex", alignItems: "center", gap: 6 },
  sign: { width: 10, height: 10, borderRadius: 3 },
  scrolls: { maxHeight: 320, overflow: "auto", overscrollBehavior: "contain" },
  table: { width: "100%", borderCollapse: "collapse", fontSize: 13, ...NUMBERS },
  cell: { padding: "6px 0", paddingInlineEnd: 12, borderBlockEnd: "1px solid var(--line)", textAlign: "end", whiteSpace: "nowrap" },
  head: { position: "sticky", insetBlockStart: 0, background: "var(--surface)", color: "var(--ink-3)", fontSize: 12, fontWeight: 500 },
  begin: { textAlign: "start", fontWeight: 500, color: "var(--ink-2)" },
  words: { textAlign: "start" },
  ask: { display: "grid", gap: 12 },
  fields: { display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(180px, 1fr))", gap: 12, alignItems: "start" },
  chosen: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "6px 16px" },
} as const satisfies Record<string, CSSProperties>;

export const look: { readonly [Name in keyof typeof LOOK]: CSSProperties } = LOOK;
