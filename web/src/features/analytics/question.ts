/** What somebody chose, as a question to a view. */
import type { AnalyticsQuery, Cell } from "../../api/analytics";
import { ANALYTICS_VIEWS, type ColumnKind } from "./views.generated";

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";
export const OPERATORS: readonly Operator[] = ["=", "!=", "<", "<=", ">", ">="];

export interface Chosen {
  view: string;
  columns: readonly string[];
  /** One line for each combination of the columns, with how many rows it stands for. */
  counts: boolean;
  filter: { column: string; op: Operator; value: string } | null;
}

export const MOST = 1000;

export const viewNamed = (name: string) => ANALYTICS_VIEWS.find((view) => view.name === name);
export const kindOf = (view: string, column: string): ColumnKind | undefined => viewNamed(view)?.columns.find(({ name }) => name === column)?.kind;

/** The value as the column takes it; undefined where it takes no such text. Without a text it is that there is none. */
export function valueOf(kind: ColumnKind, written: string): Cell | undefined {
  const text = written.trim();
  if (text === "") return null;
  switch (kind) {
    case "integer":
    case "bigint":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "double precision":
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : undefined;
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
    case "uuid":
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;
    case "timestamptz":
      return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : undefined;
    case "text":
      return text;
  }
}

/** Null where a value is none of its column, or nothing is chosen. */
export function questionOf({ view, columns, counts, filter }: Chosen): AnalyticsQuery | null {
  if (columns.length === 0) return null;
  const asked: AnalyticsQuery = { view, select: [...columns, ...(counts ? ["count(*)"] : [])], limit: MOST };
  if (counts) asked.groupBy = [...columns];
  if (filter === null) return asked;
  const kind = kindOf(view, filter.column);
  const value = kind && valueOf(kind, filter.value);
  if (value === undefined || (value === null && filter.op !== "=" && filter.op !== "!=")) return null;
  return { ...asked, where: [{ column: filter.column, op: filter.op, value }] };
}
