/** Where the fixed texts are used: by which code of the product, and in which assertion of a test. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";

import { CEREMONY, FAILURES, SUCCESSES, THROWN } from "../../src/i18n/fixedTexts.ts";

export interface FixedText {
  name: string;
  text: string;
  /** How code says it by its name. */
  said: RegExp;
}

/** What differs in a text stands at its end. */
const fixedPart = (text: string): string => text.replace(/ [XN]$/, "");

/** Named in a call, or as what a part of a page is told to say. */
const call = (functions: string, key: string): RegExp => new RegExp(`\\b(${functions})\\([^;]*?"${key}"|\\bfailure="${key}"`);

export function fixedTexts(): FixedText[] {
  return [
    ...Object.entries(FAILURES).flatMap(([key, { title, fallback }]) => [
      { name: `failure ${key}`, text: title, said: call("failureTitle|tellRefused|refuse|refusedBy", key) },
      ...(fallback === undefined ? [] : [{ name: `fallback ${key}`, text: fallback, said: call("failureFallback|tellRefused|refuse|refusedBy", key) }]),
    ]),
    ...Object.entries(SUCCESSES).flatMap(([key, { title, detail }]) => [
      { name: `success ${key}`, text: title, said: call("successTitle", key) },
      ...(detail === undefined ? [] : [{ name: `detail ${key}`, text: detail, said: call("successDetail", key) }]),
    ]),
    ...Object.entries(THROWN).map(([key, text]) => ({ name: `thrown ${key}`, text: fixedPart(text), said: new RegExp(`\\bTHROWN\\.${key}\\b`) })),
    ...Object.entries(CEREMONY).map(([key, text]) => ({ name: `ceremony ${key}`, text, said: new RegExp(`\\bCEREMONY\\.${key}\\b`) })),
  ];
}

export interface Source {
  path: string;
  text: string;
}

export function sourcesIn(checkout: string, folders: readonly string[], wanted: (path: string) => boolean): Source[] {
  return folders
    .flatMap((folder) => readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules") && wanted(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** A table of texts is no caller: what it names has to be used by that name. */
const TABLE = /^\s*(\w+): "([^"]+)",$/gm;

/** The code that says it, by the name of the text or by the text itself. */
export function callersOf({ text, said }: FixedText, product: readonly Source[]): string[] {
  const names = product.flatMap((source) =>
    [...source.text.matchAll(TABLE)].filter(([, , value]) => value === text).map(([, name = ""]) => new RegExp(`\\bTEXTS\\.${name}\\b`)),
  );
  return product
    .filter((source) => {
      const code = source.text.replace(TABLE, "");
      return said.test(code) || code.includes(text) || names.some((name) => name.test(code));
    })
    .map(({ path }) => path);
}

/** Calls in which a text is looked for: `expect(…)`, also with what follows it, and the tables of `test.each`. */
const ASSERTS = /^(expect|test\.each|it\.each)\b/;

function isAsserted(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (ts.isCallExpression(at) && ASSERTS.test(at.expression.getText())) return true;
  return false;
}

const texts = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.RegularExpressionLiteral || ts.isTemplateHead(node) ? node.getText() : undefined;

function seenInScript({ path, text: source }: Source, text: string): boolean {
  if (!source.includes(text)) return false;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  let seen = false;
  function visit(node: ts.Node): void {
    seen ||= (texts(node)?.includes(text) ?? false) && isAsserted(node);
    if (!seen) ts.forEachChild(node, visit);
  }
  visit(file);
  return seen;
}

/** In Python a line that asserts, or a row of a table that a test goes through. */
const ASSERTS_LINE = /\b(assert|match=)|^\s*\(.*\),?$/;

const seenInPython = ({ text: source }: Source, text: string): boolean =>
  source.split("\n").some((line) => line.includes(text) && ASSERTS_LINE.test(line));

export const testsThatSee = ({ text }: FixedText, tests: readonly Source[]): string[] =>
  tests.filter((source) => (source.path.endsWith(".py") ? seenInPython(source, text) : seenInScript(source, text))).map(({ path }) => path);
