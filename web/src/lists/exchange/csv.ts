/** Rows as CSV that every spreadsheet opens, and that none of them runs. */

/** A cell that begins like this would be taken for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /["\n\r,;\t]|^\s|\s$/;
const BYTE_ORDER_MARK = "\ufeff";

export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

function cell(text: string): string {
  const harmless = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
