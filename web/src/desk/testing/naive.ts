/** Views over a plain list: filter, sort, slice, written as one reads them. The desk is compared with it. */
import type { Column } from "../kind.ts";
import type { Sort, View } from "../messages.ts";
import type { Cell, Opened } from "../row.ts";
import type { Node } from "../where.ts";
import { THING, type Thing } from "./rows.ts";

const OTHER_MARKS = /\p{M}/gu;
const plain = (text: string): string => text.normalize("NFD").replace(OTHER_MARKS, "").toLowerCase().replace(/ς/g, "σ").split(/\s+/).filter(Boolean).join(" ");

const SEALED = ["title", "city", "size", "kept", "tags", "endOn"];

function column(name: string): Column {
  const found = THING.columns.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** Undefined: nothing is known. */
function valueOf(row: Opened, name: string): Cell | undefined {
  if (name === "row") return row.state;
  if (name === "due") return row.item && (row.state === "open" || column(name).of(row) !== null) ? column(name).of(row) : undefined;
  if (name === "rank") return row.state === "withheld" ? undefined : column(name).of(row);
  if (SEALED.includes(name)) return row.state === "open" ? column(name).of(row) : undefined;
  return row.item ? column(name).of(row) : undefined;
}

const nothing = (cell: Cell): boolean => cell === null || cell === "" || (Array.isArray(cell) && cell.length === 0);
const each = (cell: Cell): (string | number | boolean)[] => (cell === null ? [] : Array.isArray(cell) ? [...(cell as string[])] : [cell as string | number | boolean]);

/** True, false, or null where nobody knows. */
export function naiveTruth(node: Node, row: Opened): boolean | null {
  if ("all" in node) {
    const truths = node.all.map((one) => naiveTruth(one, row));
    return truths.includes(false) ? false : truths.includes(null) ? null : true;
  }
  if ("any" in node) {
    const truths = node.any.map((one) => naiveTruth(one, row));
    return truths.includes(true) ? true : truths.includes(null) ? null : false;
  }
  if ("not" in node) {
    const truth = naiveTruth(node.not, row);
    return truth === null ? null : !truth;
  }
  const cell = valueOf(row, node.field);
  if (cell === undefined) return null;
  const held = each(cell);
  const value = node.value as string | number | boolean;
  const values = (Array.isArray(node.value) ? node.value : []) as (string | number | boolean)[];
  const alike = held.filter((one) => typeof one === typeof (values[0] ?? value));
  switch (node.op) {
    case "eq": return held.includes(value);
    case "ne": return !held.includes(value);
    case "in": case "hasAny": return held.some((one) => values.includes(one));
    case "nin": return !held.some((one) => values.includes(one));
    case "hasAll": return values.every((one) => held.includes(one));
    case "lt": return alike.some((one) => one < value);
    case "lte": return alike.some((one) => one <= value);
    case "gt": return alike.some((one) => one > value);
    case "gte": return alike.some((one) => one >= value);
    case "between": return alike.some((one) => one >= (values[0] ?? "") && one <= (values[1] ?? ""));
    case "contains": return held.some((one) => plain(String(one)).includes(plain(String(value))));
    case "startsWith": return held.some((one) => plain(String(one)).startsWith(plain(String(value))));
    case "empty": return nothing(cell);
    case "notEmpty": return !nothing(cell);
    case "withinNext": case "withinLast": throw new Error("These are resolved before.");
  }
}

const termsOf = (text: string): string[] => plain(text).split(" ").filter(Boolean);
const titleOf = (row: Opened): string => (row.state === "open" ? plain((row.payload as Thing).name) : "");
const restOf = (row: Opened): string => (row.state === "open" ? plain([(row.payload as Thing).notes, (row.payload as Thing).city].filter(Boolean).join(" ")) : "");

export const naiveHolds = (row: Opened, text: string): boolean => termsOf(text).every((term) => titleOf(row).includes(term) || restOf(row).includes(term));

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** All texts that are one slip away from this one. */
function slips(word: string, letters: readonly string[]): Set<string> {
  const all = new Set([word]);
  for (let at = 0; at <= word.length; at += 1) {
    all.add(word.slice(0, at) + word.slice(at + 1));
    for (const letter of letters) {
      all.add(word.slice(0, at) + letter + word.slice(at));
      if (at < word.length) all.add(word.slice(0, at) + letter + word.slice(at + 1));
    }
    if (at + 1 < word.length) all.add(word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2));
  }
  return all;
}

export function naiveNear(row: Opened, text: string): boolean {
  const words = wordsIn(titleOf(row));
  return termsOf(text).every((term) => words.some((word) => word.startsWith(term) || (term.length >= 4 && slips(term, [...new Set(word.split(""))]).has(word))));
}

/** 0 begins with it, 1 a word of the title does, 2 the title has it, 3 the rest. */
export function naiveRank(row: Opened, text: string): number {
  const title = titleOf(row);
  if (title.startsWith(plain(text))) return 0;
  // Where a word begins: after what is neither letter nor digit.
  const begins = (term: string) => new RegExp(`(?<![\\p{L}\\p{N}])${term.replace(/[$^.*+?()[\]{}|\\/]/g, "\\$&")}`, "u").test(title);
  return Math.max(...termsOf(text).map((term) => (begins(term) ? 1 : title.includes(term) ? 2 : 3)));
}

/** By what others know about what a row has: the first of it counts. */
function rankAmong(ranks: Readonly<Record<string, number>>, cell: Cell | undefined): number | null | undefined {
  if (cell === undefined) return undefined;
  const known = each(cell).flatMap((one) => (String(one) in ranks ? [ranks[String(one)] ?? 0] : []));
  return known.length > 0 ? Math.min(...known) : null;
}

/** Of the first of two columns that has a value. */
function firstOf(row: Opened, field: string, or: string | undefined): Cell | undefined {
  const value = valueOf(row, field);
  return or === undefined || (value !== undefined && !nothing(value)) ? value : valueOf(row, or);
}

function byColumn({ field, dir, ranks, or }: Sort, language: string) {
  const words = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const isPlain = column(field).plain && (or === undefined || column(or).plain);
  const placeOf = (cell: Cell | undefined): number => (cell === undefined ? 2 : nothing(cell) ? 1 : 0);
  const said = (cell: Cell | undefined) => (Array.isArray(cell) ? cell.join(", ") : cell);
  return (a: Opened, b: Opened): number => {
    const [one, other] = [a, b].map((row) => (ranks ? rankAmong(ranks, valueOf(row, field)) : firstOf(row, field, or)));
    if (placeOf(one) !== placeOf(other)) return placeOf(one) - placeOf(other);
    if (placeOf(one) > 0) return 0;
    const [left, right] = [said(one), said(other)];
    const way = dir === "asc" ? 1 : -1;
    if (typeof left === "string" && typeof right === "string") return way * (isPlain ? (left < right ? -1 : left > right ? 1 : 0) : words.compare(left, right));
    return way * (Number(left) - Number(right));
  };
}

const groupKey = (row: Opened, group: string): string => {
  const cell = valueOf(row, group);
  return JSON.stringify(cell === undefined || nothing(cell) ? null : cell);
};

export function naiveView(rows: Iterable<Opened>, { where, text, sort, group }: View, language: string): Opened[] {
  const passing = [...rows].filter((row) => where === null || naiveTruth(where, row) === true);
  const exact = passing.filter((row) => naiveHolds(row, text));
  const isAsked = termsOf(text).length > 0;
  const kept = isAsked && exact.length === 0 ? passing.filter((row) => naiveNear(row, text)) : exact;
  const newest = byColumn({ field: "updatedAt", dir: "desc" }, language);
  const orders: ((a: Opened, b: Opened) => number)[] = [];
  if (typeof group === "object" && group !== null) orders.push(byColumn(sort.find(({ field }) => field === group.field) ?? { field: group.field, dir: "asc" }, language));
  if (typeof group === "string") {
    orders.push(byColumn(sort.find(({ field }) => field === group) ?? { field: group, dir: "asc" }, language));
    orders.push((a, b) => (groupKey(a, group) < groupKey(b, group) ? -1 : groupKey(a, group) > groupKey(b, group) ? 1 : 0));
  }
  if (sort.length > 0) orders.push(...sort.map((one) => byColumn(one, language)));
  else {
    if (isAsked) orders.push((a, b) => naiveRank(a, text) - naiveRank(b, text));
    orders.push(newest);
  }
  orders.push((a, b) => (a.id < b.id ? -1 : 1));
  return kept.sort((a, b) => orders.reduce((sum, order) => sum || order(a, b), 0));
}

