/**
 * Conditions of a view: those of saved filters (`domain.md` 6).
 *
 * Of what is not known nothing is asked with success: a row that is not open passes neither a condition on a sealed column
 * nor its opposite. So there are three answers, and only a clear yes passes.
 */
import { addDays, type Day } from "../dates/days.ts";
import { fold } from "./fold.ts";
import type { DeskKind } from "./kind.ts";
import type { Cell } from "./row.ts";
import type { Segment } from "./segment.ts";

const OPS = ["eq", "ne", "in", "nin", "lt", "lte", "gt", "gte", "between", "contains", "startsWith", "empty", "notEmpty", "hasAny", "hasAll"] as const;

/** As they are kept; of days and durations it is known only on the day on which they are asked what they mean. */
export type Op = (typeof OPS)[number] | "withinNext" | "withinLast";

export interface Condition {
  readonly field: string;
  readonly op: Op;
  readonly value?: unknown;
}

export type Node = { readonly all: readonly Node[] } | { readonly any: readonly Node[] } | { readonly not: Node } | Condition;

const DEEPEST = 6;
const MOST_NODES = 100;

export type Truth = "yes" | "no" | "unknown";

export type Asks = (segment: Segment, place: number) => Truth;

/** A question that can not be asked of a kind, and where its fault is. */
export class NotAskable extends Error {
  readonly at: string;

  constructor(at: string) {
    super("This filter cannot be asked here.");
    this.name = "NotAskable";
    this.at = at;
  }
}

/** What of a filter depends on who asks, and when. */
export interface Asker {
  readonly me: string;
  readonly today: Day;
}

/** The same filter for everybody and every day: the desk knows neither a person nor a clock. */
export function resolved(node: Node, asker: Asker): Node {
  if ("all" in node) return { all: node.all.map((one) => resolved(one, asker)) };
  if ("any" in node) return { any: node.any.map((one) => resolved(one, asker)) };
  if ("not" in node) return { not: resolved(node.not, asker) };
  const { field, op, value } = node;
  if (op === "withinNext") return { field, op: "between", value: [asker.today, shifted(asker.today, value, 1)] };
  if (op === "withinLast") return { field, op: "between", value: [shifted(asker.today, value, -1), asker.today] };
  if (value === undefined) return node;
  return { field, op, value: Array.isArray(value) ? value.map((one: unknown) => named(one, asker)) : named(value, asker) };
}

const named = (value: unknown, { me, today }: Asker): unknown => (value === "@me" ? me : value === "@today" ? today : value);

const DURATION = /^P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/;

/** Of a duration that nobody can read no day comes, and the desk refuses what has none. */
function shifted(day: Day, duration: unknown, way: 1 | -1): Day | null {
  const parts = typeof duration === "string" ? DURATION.exec(duration) : null;
  if (!parts) return null;
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return addDays(addMonths(day, way * (years * 12 + months)), way * (weeks * 7 + days));
}

/** A month that has no such day ends with its last. */
function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, "yyyy-mm-dd".length);
}

/** A filter as a question to rows of a kind. Throws where it has a fault. */
export function asking(node: unknown, kind: DeskKind): Asks {
  const budget = { left: MOST_NODES };
  return askingAt(node, kind, "where", 1, budget);
}

function askingAt(node: unknown, kind: DeskKind, at: string, depth: number, budget: { left: number }): Asks {
  budget.left -= 1;
  if (!isRecord(node) || depth > DEEPEST || budget.left < 0) throw new NotAskable(at);
  const inner = (one: unknown, name: string) => askingAt(one, kind, `${at}.${name}`, depth + 1, budget);
  const list = (name: string): Asks[] => {
    const nodes = node[name];
    if (!Array.isArray(nodes)) throw new NotAskable(`${at}.${name}`);
    return nodes.map((one: unknown, i) => inner(one, `${name}.${i}`));
  };
  if ("all" in node) return every(list("all"), "no");
  if ("any" in node) return every(list("any"), "yes");
  if ("not" in node) return opposite(inner(node["not"], "not"));
  return condition(node, kind, at);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The answer that decides at once; without it, one that is unknown leaves the whole unknown. */
function every(all: readonly Asks[], decides: "yes" | "no"): Asks {
  const otherwise = decides === "yes" ? "no" : "yes";
  return (segment, place) => {
    let answer: Truth = otherwise;
    for (const one of all) {
      const truth = one(segment, place);
      if (truth === decides) return decides;
      if (truth === "unknown") answer = "unknown";
    }
    return answer;
  };
}

const opposite =
  (one: Asks): Asks =>
  (segment, place) => {
    const truth = one(segment, place);
    return truth === "unknown" ? truth : truth === "yes" ? "no" : "yes";
  };

function condition(node: Record<string, unknown>, { columns }: DeskKind, at: string): Asks {
  const index = columns.findIndex(({ name }) => name === node["field"]);
  if (index < 0) throw new NotAskable(`${at}.field`);
  const holds = test(node["op"], node["value"], at);
  return (segment, place) => {
    if (!segment.knows(index, place)) return "unknown";
    return holds(segment.columns[index]?.[place] ?? null) ? "yes" : "no";
  };
}

type Test = (cell: Cell) => boolean;
type Scalar = string | number | boolean;

const isList = (cell: Cell): cell is readonly string[] => Array.isArray(cell);
const isScalar = (value: unknown): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** No value: nothing, an empty text, or a list of nothing. */
export const isEmpty = (cell: Cell): boolean => cell === null || cell === "" || (isList(cell) && cell.length === 0);

/** A list is asked for each of what it holds. */
const some = (cell: Cell, holds: (one: Scalar) => boolean): boolean => (isList(cell) ? cell.some(holds) : cell !== null && holds(cell));

const not = (holds: Test): Test => (cell) => !holds(cell);

function test(op: unknown, value: unknown, at: string): Test {
  const known = OPS.find((one) => one === op);
  if (!known) throw new NotAskable(`${at}.op`);
  const scalar = (): Scalar => (isScalar(value) ? value : fault());
  const scalars = (): ReadonlySet<Scalar> => new Set(Array.isArray(value) && value.every(isScalar) ? value : fault());
  const text = (): string => (typeof value === "string" ? fold(value) : fault());
  function fault(): never {
    throw new NotAskable(`${at}.value`);
  }
  switch (known) {
    case "eq":
    case "ne": {
      const wanted = scalar();
      const holds: Test = (cell) => some(cell, (one) => one === wanted);
      return known === "eq" ? holds : not(holds);
    }
    case "in":
    case "nin":
    case "hasAny": {
      const wanted = scalars();
      const holds: Test = (cell) => some(cell, (one) => wanted.has(one));
      return known === "nin" ? not(holds) : holds;
    }
    case "hasAll": {
      const wanted = [...scalars()];
      return (cell) => wanted.every((one) => some(cell, (held) => held === one));
    }
    case "lt":
    case "lte":
    case "gt":
    case "gte": {
      const limit = scalar();
      return (cell) => some(cell, (one) => compares(known, one, limit));
    }
    case "between": {
      const [low, high] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : fault();
      if (!isScalar(low) || !isScalar(high)) return fault();
      return (cell) => some(cell, (one) => compares("gte", one, low) && compares("lte", one, high));
    }
    case "contains": {
      const wanted = text();
      return (cell) => some(cell, (one) => fold(String(one)).includes(wanted));
    }
    case "startsWith": {
      const wanted = text();
      return (cell) => some(cell, (one) => fold(String(one)).startsWith(wanted));
    }
    case "empty":
      return isEmpty;
    case "notEmpty":
      return not(isEmpty);
  }
}

/** Numbers by size, texts by their code units, as days and moments are written; of different kinds nothing is said. */
function compares(op: "lt" | "lte" | "gt" | "gte", one: Scalar, limit: Scalar): boolean {
  if (typeof one !== typeof limit) return false;
  switch (op) {
    case "lt":
      return one < limit;
    case "lte":
      return one <= limit;
    case "gt":
      return one > limit;
    case "gte":
      return one >= limit;
  }
}
