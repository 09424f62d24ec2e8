/** Whether a list is an answer to what was asked; one that is not is refused whole. */
import { ContentAlarm } from "../crypto/errors.ts";

/** No object twice, and where ids were named, none beside them. What is missing is another question. */
export function demandAnswered<Row extends { readonly id: string }>(rows: readonly Row[], asked: readonly string[] | null = null): readonly Row[] {
  const ids = new Set(rows.map(({ id }) => id));
  if (ids.size < rows.length) throw new ContentAlarm("foreign", "An object is in the answer twice.");
  if (asked && rows.some(({ id }) => !asked.includes(id))) throw new ContentAlarm("foreign", "It is not what was asked for.");
  return rows;
}
