/** What is made of a row when it is put: as it is kept, and as it is searched. */
import { fold } from "./fold.ts";
import { TITLE, type DeskKind } from "./kind.ts";
import type { Opened } from "./row.ts";

export interface Made {
  readonly json: string;
  /** Folded, with an end of its own. */
  readonly text: string;
}

/** Between a title and what else a row says, and after each row: no folded text has them. */
export const PART = "\t";
export const END = "\n";

const made = new WeakMap<Opened, Made>();

/** A row that was read from where it was kept brings both. */
export function remember(row: Opened, as: Made): void {
  made.set(row, as);
}

/** By which a row is found: its title, and what else its kind says. */
export function textOf({ columns, words }: DeskKind, row: Opened): string {
  if (row.state !== "open") return PART + END;
  const title = columns.find(({ name }) => name === TITLE)?.of(row) ?? "";
  return fold(String(title)) + PART + fold(words(row.payload)) + END;
}

/** `shown` is the row with what is on its way: it is found by that, and kept without. */
export function madeOf(kind: DeskKind, row: Opened, shown: Opened): Made {
  const known = made.get(row);
  if (known && shown === row) return known;
  return { json: known?.json ?? JSON.stringify(row), text: textOf(kind, shown) };
}
