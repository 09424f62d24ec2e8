/** No English that was thrown reaches a page: failures say it in the language of the reader, or that it did not work. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { i18n } from "@lingui/core";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sourcesIn } from "../../build/fixedTexts/uses";
import { CallFailed, failureOf, OFFLINE, ToldToReader, UNREADABLE, wordsForThrown } from "../api/failure";
import { ENDED } from "../api/sessionEnd";
import { UNCONFIRMED } from "../api/stepUp";
import { CryptoError, type ErrorCode } from "../crypto/errors";
import { CALLS, CEREMONY, THROWN } from "./fixedTexts";
import { speakOfOwnRefusals } from "./ownRefusals";
import { whatToDo } from "./thrownTexts";

const ROOT = join(import.meta.dirname, "..");
const isProduct = (path: string) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/lying\/|testing\.tsx$/.test(path);
const SOURCES = sourcesIn(ROOT, ["keyring", "crypto", "desk", "lists", "api", "app", "session", "features", "browser"], isProduct);

/** Words that are said of the sentences that stand for a text or a table of them, too. */
const isSentence = (text: string): boolean => /^[A-Z][^"]* [^"]*[.?)X]?$/.test(text) && text.includes(" ");

/** Every sentence that stands in what is made to be thrown, and in the tables of such sentences. */
function thrownIn(path: string, text: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const textOf = (node: ts.Node): string | undefined => {
    if (ts.isStringLiteralLike(node)) return node.text;
    // What differs is a number or a name; either way it is no sentence of the app's.
    return ts.isTemplateExpression(node) ? node.head.text + node.templateSpans.map(({ literal }) => `15${literal.text}`).join("") : undefined;
  };
  const visit = (node: ts.Node): void => {
    const made = ts.isNewExpression(node) || (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.SuperKeyword || /^(malformed|refused|precondition|fail)$/.test(node.expression.getText())));
    if (made) for (const argument of node.arguments ?? []) {
      const said = textOf(argument);
      if (said !== undefined && isSentence(said)) found.push(said);
      if (ts.isConditionalExpression(argument)) found.push(...[textOf(argument.whenTrue), textOf(argument.whenFalse)].filter((one) => one !== undefined && isSentence(one)) as string[]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Names of tables and constants whose sentences are thrown. */
const TABLES = ["crypto/errors.ts", "keyring/standing.ts", "keyring/storage.ts", "keyring/changedTexts.ts", "keyring/alarm.ts"];
const inTables = SOURCES.filter(({ path }) => TABLES.some((table) => path.endsWith(table)))
  .flatMap(({ text }) => [...text.matchAll(/(?:: |= )"([A-Z][^"]+ [^"]+)"/g)].map(([, said = ""]) => said));
const ALL = [...new Set([...SOURCES.flatMap(({ path, text }) => thrownIn(path, text)), ...inTables])];

const TABLE = readFileSync(join(ROOT, "i18n/ownRefusals.ts"), "utf8");
const KNOWN = [...TABLE.matchAll(/case "([^"]+ [^"]+)":/g)].map(([, said = ""]) => said);

/** Every message of this language says which one it is, so that English is seen. */
const foreign = Object.fromEntries([...readFileSync(join(ROOT, "i18n/catalogues/en.po"), "utf8").matchAll(/^msgid "(.+)"$/gm)].map(([, id = ""]) => [id, `<${id}>`]));
beforeAll(() => {
  i18n.load("xx", foreign);
  i18n.activate("xx");
  speakOfOwnRefusals();
});
afterAll(() => {
  i18n.loadAndActivate({ locale: "", messages: {} });
});

const CODES: ErrorCode[] = ["unauthenticated", "failed_precondition", "invalid_argument", "canceled", "not_found", "data_loss", "unimplemented", "aborted", "out_of_range"];
const isForeign = (text: string): boolean => /^<[\w.]+>$/.test(text);

test("the sentences of the code were found", () => {
  expect(ALL.length).toBeGreaterThan(130);
  expect(ALL).toEqual(expect.arrayContaining(["Only an owner can give this role.", "This key is not protected by an authenticator.", "The encryption of this page stopped.", "A file ended early."]));
});

describe("whatever is thrown", () => {
  test.each(ALL)("is told in the reader's language: %s", (english) => {
    expect(isForeign(failureOf(new Error(english)).message)).toBe(true);
    for (const code of CODES) expect(isForeign(failureOf(new CryptoError(code, english)).message), code).toBe(true);
    // As the worker's errors come to the page.
    expect(isForeign(failureOf(Object.assign(new Error(english), { name: "CryptoError", code: "failed_precondition" })).message)).toBe(true);
  });

  test("by its own line where it has one, and each line is for something that is thrown", () => {
    expect(KNOWN.length).toBeGreaterThan(55);
    expect(KNOWN.filter((english) => !ALL.includes(english))).toEqual([]);
    const general = failureOf(new Error("Never heard of.")).message;
    expect(KNOWN.filter((english) => failureOf(new Error(english)).message === general)).toEqual([]);
  });

  test("or by its code, or as what did not work", () => {
    expect(failureOf(new CryptoError("data_loss", "Never heard of.")).message).toBe("<refused.damaged>");
    expect(failureOf(new CryptoError("canceled", "Never heard of.")).message).toBe("<refused.browser>");
    expect(failureOf("anything").message).toBe("<refused.browser>");
  });

  test("is still known by its English", () => {
    const failure = failureOf(new CryptoError("invalid_argument", THROWN.wrongRecoveryKey));
    expect(failure).toMatchObject({ message: "<fixed.thrown.wrongRecoveryKey>", thrown: THROWN.wrongRecoveryKey });
    expect(whatToDo((id) => id, failure)).toBe("todo.wrongRecoveryKey");
  });
});

test.each([...Object.values(CALLS), ...Object.values(CEREMONY), ...Object.values(THROWN)])("a call that ends with it is told in the reader's language: %s", (message) => {
  const failed = { status: 400, code: "x", message, ...(message === CALLS.offline ? { reason: "offline" } : {}) };
  expect(isForeign(failureOf(new CallFailed(failed)).message)).toBe(true);
  // As it comes from a query.
  expect(isForeign(failureOf(failed).message)).toBe(true);
});

test("how a call ends by itself is told so, too", () => {
  expect([OFFLINE, UNREADABLE, UNCONFIRMED, ENDED].map((failure) => failureOf(new CallFailed(failure)).message))
    .toEqual(["<refusal.offline>", "<refusal.unreadable>", "<refusal.unconfirmed>", "<fixed.thrown.loggedOut>"]);
});

test("what the app found itself is told as it was said to the reader", () => {
  expect(failureOf(new ToldToReader("Clara Hawthorne hat es schon erledigt"))).toEqual({ status: 0, code: "unknown", message: "Clara Hawthorne hat es schon erledigt" });
});

test("before the words are there it did not work", () => {
  wordsForThrown(() => undefined);
  try {
    expect(ALL.filter((english) => failureOf(new CryptoError("failed_precondition", english)).message !== "<refused.browser>")).toEqual([]);
  } finally {
    speakOfOwnRefusals();
  }
});

/** Only there is what was thrown made a text; everywhere else a page has a failure. */
test("nobody else takes the text of what was caught", () => {
  const caught = /\bcatch(?:\s*\(|\()(?:\(?)(\w+)(?:: unknown)?\)?(?:\s*=>|\s*\{|\))/g;
  const takers = SOURCES.filter(({ path }) => !/\/(crypto|keyring)\//.test(path) && !path.endsWith("api/failure.ts")).flatMap(({ path, text }) =>
    [...text.matchAll(caught)].filter(([, name = ""]) => new RegExp(`\\b${name}\\.message\\b`).test(text)).map(([, name]) => `${path.slice(ROOT.length)}: ${name}.message`));
  expect(takers).toEqual([]);
});
