/** What the desk is given of an item, and what of it crosses to the page. */
import type { Members } from "./acts.ts";
import type { RecordKind, VerifiedItem } from "../keyring/contract.ts";

export type Kind = RecordKind;

/** Where rows of a kind stand together: its list, or, with a further word, what is shown for a while beside it: "comment <task>", "contact bin". */
export type Shelf = Kind | `${Kind} ${string}`;

/** Values, never words: the page formats them by language and zone. */
export type Cell = string | number | boolean | null | readonly string[];

export type AlarmState = "rolledBack" | "foreign" | "withheld" | "altered";

/** `sealed`: no key of this device. `broken`: signed, and its contents do not open or do not fit. `newer`: of a version that this app does not read. */
export type RowState = "opening" | "open" | "sealed" | "broken" | "newer" | AlarmState;

/** Members that only the server says (`crypto.md` 19); never mixed with what was verified. */
export type Word = Readonly<Record<string, unknown>>;

/**
 * An item as the keys worker tells of it.
 *
 * `item` is null where nothing about it was verified: then nothing is known of it, also not that something has no value.
 */
export type Opened<Payload = unknown> = {
  readonly id: string;
  /** Of the answer it stood in. */
  readonly version: number;
  readonly word: Word;
} & (
  | { readonly state: "open"; readonly item: VerifiedItem; readonly payload: Payload }
  | { readonly state: "opening"; readonly item: VerifiedItem | null }
  | { readonly state: "sealed" | "newer"; readonly item: VerifiedItem | null }
  /** `unfit`: it was opened, and does not have the form of its kind. */
  | { readonly state: "broken"; readonly item: VerifiedItem | null; readonly unfit?: boolean }
  /** `last`: the title that this device had proven last. */
  | { readonly state: AlarmState; readonly item: null; readonly last: string | null }
);

/** An item that left its list: by the statement with this revision, or, without one, because its reader lost the role. */
export interface Ended {
  readonly id: string;
  readonly revision: number | null;
}

/** An item of which the server says something else, in a version that is known. */
export type Reworded = Pick<Opened, "id" | "version" | "word">;

/** All that is known of one item. The stamp changes whenever anything of it does. */
export interface Whole {
  readonly id: string;
  readonly stamp: number;
  readonly state: RowState;
  readonly version: number;
  readonly item: VerifiedItem | null;
  readonly word: Word;
  /** Of what is open. */
  readonly payload?: unknown;
  /** Of what was refused: its last title that was proven. */
  readonly last?: string | null;
  /** Of what is broken. */
  readonly unfit?: boolean;
  /** What this page has changed of it and it does not hold yet, in order: all else here is without it. */
  readonly ahead?: readonly Members[];
  /** The signed attributes that will be others then. */
  readonly signs?: Members;
}

/** A row of a list as the page holds it. The stamp changes whenever anything of it does. */
export interface Row {
  readonly id: string;
  readonly stamp: number;
  readonly state: RowState;
  /** Null where nothing was verified. */
  readonly grade: VerifiedItem["grade"] | null;
  /** In the order of the kind's `cells`. What is not known of a row that is not open is null. */
  readonly cells: readonly Cell[];
  /** The server's word, in the order of the kind's `said`. */
  readonly word: readonly Cell[];
  /** In lists that are asked for whole. */
  readonly whole?: Whole;
}
