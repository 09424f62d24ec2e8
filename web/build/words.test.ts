/** Words travel with the part of the app that says them first. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { bringWords, compileCatalogue, messagesOf } from "./po";
import { PARTS, placeWords } from "./words";

const ROOT = join(import.meta.dirname, "..");
const words = placeWords(ROOT);
const german = compileCatalogue(await readFile(join(ROOT, "src/i18n/catalogues/de.po"), "utf8"));

test("the sign-in page brings its own words, and no others", () => {
  expect(words.partOf("login.title")).toBe("first");
  expect(words.partOf("fixed.failure.login")).toBe("first");
  expect(words.partOf("documents.upload")).toBe("next");
  expect(words.partOf("register.title")).toBe("doors");
  expect(words.partOf("palette.go")).toBe("later");
  expect(words.partOf("nobody.says.this")).toBeUndefined();
});

test("every message travels with exactly one part", () => {
  const all = PARTS.flatMap((part) => Object.keys(messagesOf(german, part, words)));
  expect(all.toSorted()).toEqual(Object.keys(german).toSorted());
});

test("a message that nobody says stops the build", () => {
  expect(() => messagesOf({ "nobody.says.this": ["Hallo"] }, "first", words)).toThrow("nobody.says.this");
});

test("without a build, all of them come first", () => {
  expect(messagesOf(german, "first", undefined)).toBe(german);
  expect(messagesOf(german, "later", undefined)).toEqual({});
});

test("a page that is loaded later waits for its words", () => {
  const shell = join(ROOT, "src/app/Shell.tsx");
  const brought = bringWords('const load = () => import("./Palette");', shell, words);
  expect(brought).toContain('withWords(import("./Palette"), ["next","later"])');
  expect(brought).toContain('import { withWords } from "/src/i18n/words"');
});

test("the sign-in page waits for nothing more, and a type is nothing that is loaded", () => {
  const doors = join(ROOT, "src/app/Doors.tsx");
  const login = 'const Login = lazy(() => import("../features/signin/Login"));';
  expect(bringWords(login, doors, words)).toBe(login);
  const type = 'type Shell = typeof import("./Shell");';
  expect(bringWords(type, doors, words)).toBe(type);
});
