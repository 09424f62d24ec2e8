/** Files are as large as people count, limits as round as they were set. */
import { expect, test } from "vitest";

import { formatBytes, formatLimit } from "./sizes";

test.each([
  [2 * 2 ** 30, "en", "2 GiB"],
  [256 * 2 ** 20, "de", "256 MiB"],
  [1.5 * 2 ** 40, "fr", "1,5 Tio"],
  [10 * 2 ** 40, "ar", "10 TiB"],
])("a limit of %d bytes in %s is %s", (bytes, language, words) => {
  expect(formatLimit(bytes, language).replace(/\u00a0/g, " ")).toBe(words);
});

test("a file of two million bytes has two megabytes", () => {
  expect(formatBytes(2_000_000, "en")).toBe("2 MB");
});
