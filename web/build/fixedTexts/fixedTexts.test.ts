/** Every text that the specification fixes is said by the product, and a test sees it. */
import { join } from "node:path";

import { expect, test } from "vitest";

import { callersOf, fixedTexts, sourcesIn, testsThatSee } from "./uses";

const CHECKOUT = join(import.meta.dirname, "../../..");
const TEST = /\.(test\.tsx?|spec\.ts)$|\/test_\w+\.py$/;

const product = sourcesIn(
  CHECKOUT,
  ["web/src", "domain", "application", "api"],
  (path) => /\.(ts|tsx|py)$/.test(path) && !TEST.test(path) && !/\/(i18n|testing)\/|\.generated\.ts$/.test(path),
);
// The list itself, letter by letter, is no test in which a text is seen.
const tests = sourcesIn(CHECKOUT, ["web/src", "tests/e2e", "tests/conformance", "tests/api", "tests/domain"], (path) => TEST.test(path) && !/fixedTexts\.test/.test(path));

test("each fixed text has a caller in the product", () => {
  expect(fixedTexts().filter((text) => callersOf(text, product).length === 0).map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

test("each fixed text is seen in a test", () => {
  expect(fixedTexts().filter((text) => testsThatSee(text, tests).length === 0).map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

const sample = { name: "thrown sample", text: "Something is missing", said: /\bTHROWN\.sample\b/ };

test("an entry of a table is no caller until it is used", () => {
  const table = { path: "errors.ts", text: 'export const TEXTS = {\n  gone: "Something is missing",\n};' };
  expect(callersOf(sample, [table])).toEqual([]);
  expect(callersOf(sample, [table, { path: "use.ts", text: "throw new Error(TEXTS.gone);" }])).toEqual(["use.ts"]);
  expect(callersOf(sample, [{ path: "use.ts", text: "throw new Error(THROWN.sample);" }])).toEqual(["use.ts"]);
});

test("a text that a test only writes down is not seen", () => {
  const path = "some.test.ts";
  expect(testsThatSee(sample, [{ path, text: 'const text = "Something is missing";' }])).toEqual([]);
  expect(testsThatSee(sample, [{ path, text: 'await expect(page.getByText("Something is missing")).toBeVisible();' }])).toEqual([path]);
  expect(testsThatSee(sample, [{ path: "test_some.py", text: "# Something is missing" }])).toEqual([]);
});
