/** What the desk knows of one kind: how its items are called, which columns they have, and by which words they are found. */
import type { VerifiedItem } from "../keyring/contract.ts";
import type { Cell, Kind, Opened, Row, RowState, Word } from "./row.ts";

/** Nothing where there is no value. */
type Said = Cell | undefined;

/**
 * Of what a column is made: `row` is always known, `item` and `word` where they are, and `payload` where the row is open.
 *
 * `either`: said by the statements or in the contents. Where the contents are closed, that the statements do not say it is no answer.
 */
export type Source = "row" | "item" | "payload" | "either" | "word";

export interface Column {
  readonly name: string;
  readonly from: Source;
  /** Its texts stand in the order of their code units: ids, days, codes. */
  readonly plain: boolean;
  readonly of: (row: Opened) => Cell;
}

export interface DeskKind {
  readonly kind: Kind;
  /** Changes with what a head is made of. */
  readonly version: number;
  readonly columns: readonly Column[];
  /** Names of the columns that stand in `Row.cells` and in `Row.word`, in that order. */
  readonly cells: readonly string[];
  readonly said: readonly string[];
  readonly words: (payload: unknown) => string;
}

interface Given<Payload> {
  readonly kind: Kind;
  readonly version: number;
  readonly title: (payload: Payload) => string;
  readonly columns: Readonly<Record<string, ((payload: Payload) => Said) | Plain<Payload>>>;
  /** Columns out of the signed attributes. */
  readonly attributes?: Readonly<Record<string, (item: VerifiedItem) => Said>>;
  /** Columns out of what is signed or, where the account keeps that from the server, sealed. The contents are null where they are closed. */
  readonly either?: Readonly<Record<string, (item: VerifiedItem, payload: Payload | null) => Said>>;
  /** Columns that nobody but the server says; what was verified decides whether it has anything to say. */
  readonly word?: Readonly<Record<string, (word: Word, item: VerifiedItem | null) => Said>>;
  /** What else it is found by. */
  readonly words: (payload: Payload) => string;
}

interface Plain<Payload> {
  readonly plain: (payload: Payload) => Said;
}

/** A column of ids, days or codes: their order is the same in every language. */
export const plain = <Payload>(of: (payload: Payload) => Said): Plain<Payload> => ({ plain: of });

/** Every kind has these: how it is called, which one it is, in which state its row is, whether anything of it was verified, and what its statements say. */
export const TITLE = "title";
export const ID = "id";
export const ROW = "row";
export const VERIFIED = "verified";
export const STATE = "state";
export const UPDATED = "updatedAt";

const moment = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const lifecycle = ({ attributes }: VerifiedItem): string => (typeof attributes["state"] === "string" ? attributes["state"] : "active");

const SIGNED: Readonly<Record<string, (item: VerifiedItem) => Said>> = {
  [STATE]: lifecycle,
  roles: ({ audience }) => audience,
  [UPDATED]: ({ at }) => moment(at),
  updatedBy: ({ author }) => author,
  createdAt: ({ createdAt }) => moment(createdAt),
  createdBy: ({ creator }) => creator,
  /** By its newest statement. */
  deleted: ({ deleted }) => (deleted ? true : null),
  /** Roles that wait for the key of the item. */
  owed: ({ owed }) => (owed.length > 0 ? owed : null),
};

const BASE = [TITLE, ID, ROW, VERIFIED, ...Object.keys(SIGNED)];

/** What a row of any kind says in a column that every kind has. */
export const baseCell = ({ cells }: Pick<Row, "cells">, name: string): Cell => cells[BASE.indexOf(name)] ?? null;

const ofPayload = <Payload>(of: (payload: Payload) => Said) => (row: Opened): Cell => (row.state === "open" ? (of(row.payload as Payload) ?? null) : null);

function isPlain<Payload>(given: ((payload: Payload) => Said) | Plain<Payload>): given is Plain<Payload> {
  return typeof given === "object";
}

export function deskKind<Payload>({ kind, version, title, columns, attributes = {}, either = {}, word = {}, words }: Given<Payload>): DeskKind {
  const all: Column[] = [
    { name: TITLE, from: "payload", plain: false, of: ofPayload(title) },
    { name: ID, from: "row", plain: true, of: ({ id }) => id },
    { name: ROW, from: "row", plain: true, of: ({ state }) => state },
    { name: VERIFIED, from: "row", plain: true, of: ({ item }) => item !== null },
    ...Object.entries({ ...SIGNED, ...attributes }).map(([name, of]): Column => ({ name, from: "item", plain: true, of: ({ item }) => (item ? (of(item) ?? null) : null) })),
    ...Object.entries(columns).map(([name, given]): Column => ({ name, from: "payload", plain: isPlain(given), of: ofPayload(isPlain(given) ? given.plain : given) })),
    ...Object.entries(either).map(([name, of]): Column => ({
      name, from: "either", plain: true,
      of: (row) => (row.item ? (of(row.item, row.state === "open" ? (row.payload as Payload) : null) ?? null) : null),
    })),
    ...Object.entries(word).map(([name, of]): Column => ({ name, from: "word", plain: true, of: (row) => of(row.word, row.item) ?? null })),
  ];
  if (new Set(all.map(({ name }) => name)).size < all.length) throw new Error(`Two columns of ${kind} have one name.`);
  return {
    kind, version, columns: all, words: (payload) => words(payload as Payload),
    cells: all.flatMap(({ name, from }) => (from === "word" ? [] : [name])),
    said: all.flatMap(({ name, from }) => (from === "word" ? [name] : [])),
  };
}

/** Whether something is known of a column in a row of this state, that holds this. */
export function knows(from: Source, state: RowState, hasItem: boolean, cell: Cell): boolean {
  switch (from) {
    case "row":
      return true;
    case "item":
      return hasItem;
    case "payload":
      return state === "open";
    case "either":
      return hasItem && (state === "open" || cell !== null);
    case "word":
      // What is withheld stands in no answer.
      return state !== "withheld";
  }
}
