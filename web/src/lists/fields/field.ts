/**
 * What an item says, member by member, told once.
 *
 * A kind of item lists its fields; the form, the details, the words of a conflict, the cells that are changed in place and the columns of a
 * table that leaves the app follow from that list.
 */
import type { ReactNode } from "react";

import type { Option } from "../../components/Select";
import type { DateSettings, Day } from "../../dates/days";

interface Common<Payload> {
  /** The member of the contents that holds it. What two people changed is settled by members. */
  member: string;
  label: string;
  /** Whether the form asks for it; it always does where this is left out. What is there is shown in any case. */
  asks?: (payload: Payload) => boolean;
  /** It is not left away in the details where it says nothing. */
  always?: boolean;
  /** The title of the item: it stands above the details, and not in them. */
  isTitle?: boolean;
}

/** A value of one type, read out of the contents and put back into them. */
interface Held<Payload, Value> {
  read: (payload: Payload) => Value;
  put: (payload: Payload, value: Value) => Partial<Payload>;
}

export interface TextOf<Payload> extends Common<Payload>, Held<Payload, string> {
  type: "text";
  /** In characters. */
  most: number;
  lines?: number;
  isRequired?: boolean;
  mono?: boolean;
  /** A button for copying stands beside it. */
  copies?: boolean;
  /** The browser neither fills it in nor keeps it. */
  isSecret?: boolean;
  /** What is wrong with a text that is not blank. */
  fault?: (text: string) => string | undefined;
  input?: "url" | "decimal";
}

export interface TagsOf<Payload> extends Common<Payload>, Held<Payload, readonly string[]> {
  type: "tags";
}

export interface FlagOf<Payload> extends Common<Payload>, Held<Payload, boolean> {
  type: "flag";
  /** As what it is shown where it is so. */
  Mark: () => ReactNode;
}

export interface ChoiceOf<Payload> extends Common<Payload>, Held<Payload, string | null> {
  type: "choice";
  options: readonly Option[];
  /** What stands there while nothing is chosen; without it one is always chosen. */
  none?: string;
}

export interface DayOf<Payload> extends Common<Payload>, Held<Payload, Day | null> {
  type: "day";
  /** How the contents say it, where they may know less than a day. */
  written?: (payload: Payload, dates: DateSettings) => string | undefined;
}

/** A member with parts of its own: it brings how it is asked for and how it is shown. */
export interface PartOf<Payload> extends Common<Payload> {
  type: "part";
  Input: (props: { value: Payload; change: (part: Partial<Payload>) => void }) => ReactNode;
  /** Facts of a list of facts, or nothing. */
  Facts: (props: { payload: Payload }) => ReactNode;
  /** The whole of it in one line, for a conflict and for a table. */
  said: (payload: Payload, dates: DateSettings) => string;
  /** What a list shows of it and changes in place, under a name of its own. */
  short?: Held<Payload, string> & { id: string; label: string; fault?: (text: string) => string | undefined };
  /** Where a table has several columns for it. */
  columns?: { heads: readonly string[]; of: (payload: Payload) => readonly string[] };
}

export type Field<Payload> = TextOf<Payload> | TagsOf<Payload> | FlagOf<Payload> | ChoiceOf<Payload> | DayOf<Payload> | PartOf<Payload>;

/** The fields of a kind in their order; two that stand side by side in a form are one entry. */
export type Fields<Payload> = readonly (Field<Payload> | readonly [Field<Payload>, Field<Payload>])[];

export const eachOf = <Payload>(fields: Fields<Payload>): readonly Field<Payload>[] => fields.flat();
