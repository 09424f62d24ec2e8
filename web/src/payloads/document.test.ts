/** What a record says about its file, and how a file name becomes a title. */
import { expect, test } from "vitest";

import { hasPicture, mimeOf, tileOf, titleOf, withFile } from "./document";

test("a record names the kind of its current file and keeps its other fields", () => {
  const own = { key: "shelf", type: "text" as const, value: "B4" };
  const first = withFile({ v: 1, title: "Will", fields: [own] }, { mime: "image/png", picture: true });
  const second = withFile(first, { mime: "application/pdf", picture: false });
  expect(mimeOf(second)).toBe("application/pdf");
  expect(hasPicture(first)).toBe(true);
  expect(hasPicture(second)).toBe(false);
  expect(second.fields?.filter(({ key }) => key === "shelf")).toEqual([own]);
  expect(second.fields).toHaveLength(3);
});

test.each([
  ["Passport Clara.pdf", "Passport Clara"],
  ["scan_0041.jpeg", "scan 0041"],
  [".htaccess", ".htaccess"],
  ["no ending", "no ending"],
])("%s becomes %s", (name, title) => expect(titleOf(name)).toBe(title));

test.each([
  ["application/pdf", "PDF"],
  ["image/webp", "IMG"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "XLS"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "DOC"],
  [undefined, "—"],
])("%s is %s", (mime, tile) => expect(tileOf(mime)).toBe(tile));
