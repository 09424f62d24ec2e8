/** What one kind of plain item brings to the pages that all of them share. */
import type { ComponentType } from "react";

import type { Asked } from "../../api/held";
import type { Synced } from "../../api/itemSync";
import type { Column } from "../../components/collection/columns";
import type { Option } from "../../components/Select";
import type { DateSettings, Day } from "../../dates/days";
import type { FixedWords, Say, Voice } from "../../i18n/say";
import type { Fields } from "../fields/field";
import type { BasePayload } from "../../payloads/base";
import type { RoleNames } from "../people/people";
import type { PlainAnswer } from "../../api/plainItems";
import type { Node } from "../../desk/where";
import type { RecordKind } from "../../keyring/contract";
import type { ItemKind } from "../item";
import type { OpenedItem } from "../opening";
import type { PlainCalls } from "../desks/calls";
import type { PlainItem } from "../kinds/plain";

export interface PlainRow<Payload> extends OpenedItem<PlainItem, Payload> {
  /** Null while this device has not opened it. */
  title: string | null;
}

/** What a page knows while it draws. */
export interface Around {
  say: Voice;
  dates: DateSettings;
  today: Day;
  roles: RoleNames;
}

/** One question to the list. */
export interface Question {
  id: string;
  icon: ComponentType;
  label: string;
  /** What holds while nothing is chosen, where that is a condition of its own. */
  standing?: string;
  options: readonly Option[];
  /** Who passes it with these answers; with none chosen, null where all do. */
  where: (answers: readonly string[]) => Node | null;
}

export interface PlainWords {
  title: FixedWords;
  new: string;
  create: string;
  /** Of the empty list: what it is for, and how it begins. */
  first: string;
  firstHow: string;
  noneYet: string;
  failed: string;
  broken: string;
  notHere: string;
  about: string;
  all: string;
  archived: (count: number) => string;
  deleted: (count: number) => string;
  left: (count: number) => string;
}

/** What it takes to show and change one item. */
export interface PlainForm<Payload extends BasePayload> {
  kind: RecordKind;
  useCalls: () => Pick<PlainCalls, "change" | "read">;
  /** As it is sealed: without what was left empty. */
  tidy: (payload: Payload) => Payload;
  nameOf: (payload: Payload) => string;
  words: (say: Voice) => Pick<PlainWords, "broken" | "about">;
  /** What it says: form, details and cells follow from it. */
  fields: (say: Say) => Fields<Payload>;
  /** Stands in place of the details where there are none. */
  none?: (say: Say) => string;
  /** Above the details: what is remarkable about this one among all. */
  Remarks?: ComponentType<{ id: string; payload: Payload; onOpen: (id: string) => void }>;
}

/** What a way out for many is given: rows are read when they are asked for. */
export interface MoreProps<Payload> {
  /** How many stand in the list. */
  count: number;
  read: (which: "listed" | "all") => Promise<readonly PlainRow<Payload>[]>;
}

export interface PlainScreen<Payload extends BasePayload> extends PlainForm<Payload> {
  of: ItemKind<object>;
  /** Also the name under which the arrangement of the columns is kept. */
  path: string;
  icon: ComponentType;
  /** Pressed after N. */
  key: string;
  useItems: () => Asked<Synced<PlainAnswer>>;
  useCalls: () => PlainCalls;
  blank: Payload;
  words: (say: Voice) => PlainWords;
  questions: (say: Say) => readonly Question[];
  columns: (around: Around) => Column<PlainRow<Payload>>[];
  /** What stands below the name in two lines. */
  summary: (payload: Payload, around: Around) => readonly (string | undefined)[];
  Tile: ComponentType<{ id: string; payload: Payload }>;
  /** Beside the button for a new one: ways in and out for many. */
  More?: ComponentType<MoreProps<Payload>>;
}

