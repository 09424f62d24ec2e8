/**
 * What a box of a copy holds: rows as their JSON, and beside each the text by which it is found, which takes longer to make than to read.
 *
 * No JSON has the sign that parts the two, nor ends of lines, and no text for the search has such an end within it.
 */
import { remember, type Made } from "../made.ts";
import type { Opened } from "../row.ts";

const TEXTS = "\f";
const END = "\n";

export const contentsOf = (rows: readonly Made[]): string => rows.map(({ json }) => json).join(END) + TEXTS + rows.map(({ text }) => text).join("");

/** Rows that need not be made once more. */
export function rowsIn(contents: string): Opened[] {
  const at = contents.indexOf(TEXTS);
  const texts = contents.slice(at + TEXTS.length).split(END);
  return contents.slice(0, at).split(END).map((json, i) => {
    const row = JSON.parse(json) as Opened;
    remember(row, { json, text: (texts[i] ?? "") + END });
    return row;
  });
}
