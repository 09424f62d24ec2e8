/** What is written is read again, and nothing in it runs. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { toCsv } from "./csv";

/** A reader of CSV as small as it can be. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? "";
      else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ",") {
      row.push(cell);
      cell = "";
    }
    else if (sign === "\r" && text[at + 1] === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
      at += 1;
    } else cell += sign;
  }
  return rows;
}

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =cmd|'/c calc'!A1", '=HYPERLINK("x")'])("%j is text", (text) => {
  expect(read(toCsv([[text]]))).toEqual([[`'${text}`]]);
});

test("whatever a name holds, it comes back, but for the mark in front of formulas", () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(cells, (rows) => {
      const found = read(toCsv(rows)).map((row) => row.map((text) => text.replace(/^'(?=\s*[=+\-@\t\r\n])/, "")));
      expect(found).toEqual(rows.map((row) => row.map((text) => text.replace(/^'(?=\s*[=+\-@\t\r\n])/, ""))));
    }),
  );
});

test("no cell begins with what a spreadsheet would run", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(read(toCsv([[text]]))[0]?.[0] ?? "").not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});
