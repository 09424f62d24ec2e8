/** What the page and the desk say to one another. Numbers name subscriptions and questions; the page chooses them. */
import type { Says } from "./acts.ts";
import type { Cell, Ended, Kind, Opened, Reworded, Row, RowState, Shelf, Whole } from "./row.ts";
import type { Node } from "./where.ts";

export interface Sort {
  readonly field: string;
  readonly dir: "asc" | "desc";
  /** In the order of these numbers instead of that of the values: of ids, by what others know about them. Of a list the lowest counts. */
  readonly ranks?: Readonly<Record<string, number>>;
  /** The column that counts where this one has no value. */
  readonly or?: string;
}

/** Rows between two of these values stand together: `key` of a group is how many of them its values have reached. */
export interface Steps {
  readonly field: string;
  readonly steps: readonly string[];
}

/** Which rows of a shelf, in which order. Without a sort, the best find stands first, and without a text the newest. */
export interface View {
  readonly kind: Shelf;
  readonly where: Node | null;
  readonly text: string;
  readonly sort: readonly Sort[];
  readonly group: string | Steps | null;
}

/** What a selection means: rows by name, or all that a view has but these. */
export type On = { readonly ids: readonly string[] } | { readonly view: View; readonly except: readonly string[] };

export type ToDesk =
  /** With a number that is open already the view changes, and what the page holds of its rows stays. `whole`: with all that is known of each row. */
  | { readonly open: number; readonly turn: number; readonly view: View; readonly from: number; readonly to: number; readonly whole: boolean }
  | { readonly move: number; readonly turn: number; readonly from: number; readonly to: number }
  | { readonly close: number }
  /** While somebody points at the rows, edits one or has a menu open, none changes its place. */
  | { readonly hold: number; readonly held: boolean }
  /** The push of this turn is off the way, and the next one may come. `taken`: the page holds its rows now; else it was void. */
  | { readonly got: number; readonly turn: number; readonly taken: boolean }
  | { readonly one: number; readonly kind: Shelf; readonly id: string }
  | { readonly names: number; readonly kind: Shelf; readonly ids: readonly string[] }
  | { readonly find: number; readonly text: string; readonly kinds: readonly Kind[]; readonly most: number }
  | { readonly facets: number; readonly view: View; readonly column: string }
  | { readonly pick: number; readonly on: On }
  /** All of several items. */
  | { readonly take: number; readonly kind: Shelf; readonly on: On }
  /** Something is changed by the page, and shown at once. */
  | { readonly act: number; readonly kind: Shelf; readonly id: string; readonly says: Says }
  /** What became of it: the version of the item that holds it; null where it was refused. */
  | { readonly settle: number; readonly kind: Shelf; readonly id: string; readonly version: number | null };

/** What comes from the keys. `whole`: every page was read; `newest`: and nothing is known to have changed since. */
export type Stage = "reading" | "cold" | "whole" | "newest";

export type FromKeys =
  | { readonly put: Shelf; readonly rows: readonly Opened[] }
  | { readonly reword: Shelf; readonly rows: readonly Reworded[] }
  | { readonly end: Shelf; readonly rows: readonly Ended[] }
  | { readonly stage: Shelf; readonly is: Stage }
  /** Nobody shows it any more: nothing of it is left. */
  | { readonly away: Shelf };

/** Rows that are not open have no value of a sealed column: in a group of their own they are not `known`. */
export interface Group {
  readonly key: Cell;
  readonly known: boolean;
  readonly from: number;
  readonly count: number;
}

/** A window of a view. `rows`: only those that the page has not, or that changed. */
export interface Push {
  readonly n: number;
  /** Which opening or move of this subscription it answers: where the page has made a later one, it is void. */
  readonly turn: number;
  readonly stage: Stage;
  readonly count: number;
  /** How many there are on the shelf, also those that the view has not. */
  readonly all: number;
  /** Rows that came while places are held, and stand nowhere yet. */
  readonly waiting: number;
  readonly groups?: readonly Group[];
  readonly from: number;
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
}

/** What an item is called, for links to it; null where that is not known. */
export interface Named {
  readonly id: string;
  readonly stamp: number;
  readonly state: RowState;
  readonly title: string | null;
}

export interface Hit {
  readonly kind: Kind;
  readonly row: Row;
}

export type FromDesk =
  | Push
  /** Null: there is no such item. */
  | { readonly one: number; readonly whole: Whole | null }
  /** Only those that the page has not, or that changed; `gone` are not there, or not any more. */
  | { readonly names: number; readonly named: readonly Named[]; readonly gone: readonly string[] }
  | { readonly find: number; readonly hits: readonly Hit[] }
  | { readonly facets: number; readonly values: readonly { readonly value: Cell; readonly count: number }[] }
  | { readonly pick: number; readonly ids: readonly string[] }
  | { readonly take: number; readonly items: readonly Whole[] }
  /** A question that can not be asked, with the place of its fault. A view that was open under this number is closed. */
  | { readonly refused: number; readonly turn: number; readonly at: string };
