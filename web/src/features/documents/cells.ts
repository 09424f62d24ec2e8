/** What people change of a document in the list itself, and what such a change makes of its contents. */
import type { Day } from "../../dates/days";
import type { Patch } from "../../lists/useActs";
import type { Contents } from "./contents";
import { stageOf } from "./lifecycle";
import type { DocumentRow } from "./rows";

export const CELLS = ["name", "category", "number", "expires"] as const;
export type CellName = (typeof CELLS)[number];

export const isCellName = (column: string): column is CellName => CELLS.some((name) => name === column);

export function contentsOf({ opening, expiresOn, item }: DocumentRow): Contents | null {
  return opening.name === "open" ? { payload: opening.payload, expiresOn, remindDays: item.remindDays, topicIds: item.topicIds, profileIds: item.profileIds } : null;
}

export function cellValue(row: DocumentRow, cell: CellName): string {
  const contents = contentsOf(row);
  if (!contents) return "";
  const { payload, expiresOn } = contents;
  return { name: payload.title, category: payload.category, number: payload.number, expires: expiresOn }[cell] ?? "";
}

export function cellPatch(cell: CellName, value: string): Patch<Contents> {
  if (cell === "expires") return (contents) => ({ ...contents, expiresOn: value === "" ? null : value });
  const member = { name: "title", category: "category", number: "number" }[cell];
  return (contents) => ({ ...contents, payload: { ...contents.payload, [member]: value.trim() } });
}

/** The same row, saying this. */
export function saying(row: DocumentRow, { payload, expiresOn }: Contents, today: Day): DocumentRow {
  const { opening, item } = row;
  if (opening.name !== "open") return row;
  return { ...row, opening: { ...opening, payload }, title: payload.title, expiresOn, stage: stageOf(item.lifecycle, expiresOn, today) };
}
