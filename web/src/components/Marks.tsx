/** Small signs that carry a fact: a state, a person, a role key, a file type, a key to press. */
import { KeyRound, Lock } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes";
import styles from "./Marks.module.css";

export type Tone = "neutral" | "ok" | "warn" | "bad" | "info" | "vio" | "tint";

/** A state in a word; the colour only repeats it. */
export function Pill({ tone = "neutral", dot = true, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return <span className={classes(styles["pill"], styles[tone], dot && styles["dotted"])}>{children}</span>;
}

/** The role key that opens something. */
export function RoleKey({ children }: { children: ReactNode }) {
  return (
    <span className={styles["role"]}>
      <KeyRound />
      <bdi className="clip">{children}</bdi>
    </span>
  );
}

/** The letters people know one another by: the first of the first and of the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase();
}

/** The same colour for the same person in every list and on every visit. */
export function personColour(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % 5;
}

export function Avatar({ id, name, large }: { id: string; name: string; large?: boolean }) {
  return (
    <span
      className={classes(styles["avatar"], styles[`person${personColour(id)}`], large && styles["avatarLarge"])}
      aria-hidden
    >
      {initials(name)}
    </span>
  );
}

const fileTones: Record<string, string> = {
  PDF: "bad", IMG: "vio", XLS: "ok", CSV: "ok", DOC: "info", TXT: "info", ZIP: "neutral", AUD: "warn", VID: "warn",
};

/** What kind of file it is, in three letters. */
export function FileTile({ kind }: { kind: string }) {
  return (
    <span className={classes(styles["tile"], styles[fileTones[kind] ?? "neutral"])} aria-hidden>
      {kind}
    </span>
  );
}

export function LockTile() {
  return (
    <span className={classes(styles["tile"], styles["neutral"])} aria-hidden>
      <Lock />
    </span>
  );
}

/** Words this device cannot open. It is a state and not a wait. */
export function SealedBar({ label, width = 96 }: { label: string; width?: number }) {
  return <span className={styles["sealed"]} style={{ inlineSize: width }} role="img" aria-label={label} />;
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles["kbd"]}>{children}</kbd>;
}

/** Numbers a person has to notice. */
export function Count({ children, alarming }: { children: ReactNode; alarming?: boolean }) {
  return <span className={classes(styles["count"], alarming && styles["alarming"])}>{children}</span>;
}

export function Bar({ value, label, tone }: { value: number; label: string; tone?: "warn" }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span
      className={classes(styles["bar"], tone && styles["barWarn"])}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}

/** The colour that people gave something; the word beside it says what it is. `colour` is the name of a hue of the tokens. */
export function Dot({ colour }: { colour: string | null }) {
  return <span className={styles["dot"]} style={{ background: colour ? `var(--hue-${colour})` : "var(--ctl)" }} aria-hidden />;
}
