/** What the desk keeps up to date on the page, and the rows of one window after another. */
import type { Group, Named, Push, Stage, View } from "./messages.ts";
import type { Row, Shelf, Whole } from "./row.ts";

/** A window as it stands on the screen. Nothing of it changes but by a new one. */
export interface Window {
  readonly stage: Stage;
  readonly count: number;
  /** How many there are of the kind. */
  readonly all: number;
  /** Rows that came while places are held: "4 new". */
  readonly waiting: number;
  readonly groups: readonly Group[];
  readonly from: number;
  readonly ids: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

/** Something that the desk keeps up to date for as long as it is asked for; null before the first answer. */
export interface Live<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly now: () => Value | null;
  readonly close: () => void;
}

export interface LiveView extends Live<Window> {
  /** Where in a filter its fault is; what was shown before is gone then. */
  readonly refused: () => string | null;
  /** Opens it, shows another view, or moves to other rows of the same. */
  readonly show: (view: View, from: number, to: number) => void;
  /** Rows keep their places until it is let go; what changed in them is shown. */
  readonly hold: (held: boolean) => void;
}

/** `whole` is null where there is no such item. */
export interface LiveOne extends Live<{ readonly whole: Whole | null }> {
  readonly show: (kind: Shelf, id: string) => void;
}

export interface LiveNames extends Live<ReadonlyMap<string, Named>> {
  readonly show: (kind: Shelf, ids: readonly string[]) => void;
}

/** Rows that are not in the window any more are let go. */
export function windowOf({ stage, count, all, waiting, groups = [], from, ids, rows }: Push, before: Window | null): Window {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const held = new Map<string, Row>();
  for (const id of ids) {
    const [now, old] = [fresh.get(id), before?.rows.get(id)];
    const row = now && now.stamp !== old?.stamp ? now : old;
    if (row) held.set(id, row);
  }
  return { stage, count, all, waiting, groups, from, ids, rows: held };
}

export interface Held<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly now: () => Value | null;
  readonly set: (value: Value | null) => void;
}

export function held<Value>(): Held<Value> {
  const listeners = new Set<() => void>();
  let current: Value | null = null;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
