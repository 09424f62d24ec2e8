/**
 * Compares the messages in the code with the catalogues.
 *
 * Without arguments it fails on a message that a language lacks, on one that no code shows, and on one that does not keep
 * to the words of the glossary.
 * `--write` brings the English catalogue up to date and adds what is missing, untranslated, to the others.
 */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { compileMessage } from "@lingui/message-utils/compileMessage";
import { createItem, parsePo, stringifyPo } from "pofile-ts";
import ts from "typescript";

import { mistranslations } from "../build/glossary/mistranslations.ts";
import { offences } from "../build/glossary/offences.ts";
import { LANGUAGES as TRANSLATED } from "../build/glossary/translations.ts";
import { CEREMONY, FAILURES, SUCCESSES, THROWN, thrownMessage } from "../src/i18n/fixedTexts.ts";

const SOURCE = "src";
const CATALOGUES = "src/i18n/catalogues";
const LANGUAGES = ["en", ...TRANSLATED] as const;

type Messages = Map<string, string>;

async function* sources(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "crypto") yield* sources(path);
    else if (entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.|generated\.ts$/.test(entry.name)) yield path;
  }
}

/** `say("id", "English")` and `<Trans id="id" message="English">`. */
function collect(path: string, text: string, into: Messages, problems: string[]): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

  function add(id: string, message: string): void {
    const known = into.get(id);
    if (known !== undefined && known !== message) problems.push(`${path}: "${id}" has two English texts`);
    into.set(id, message);
  }

  function attribute(node: ts.JsxAttributes, name: string): string | undefined {
    for (const property of node.properties) {
      if (!ts.isJsxAttribute(property) || property.name.getText() !== name) continue;
      const value = property.initializer;
      if (value && ts.isStringLiteral(value)) return value.text;
      if (value && ts.isJsxExpression(value) && value.expression && ts.isStringLiteralLike(value.expression))
        return value.expression.text;
    }
    return undefined;
  }

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "say") {
      const [id, message] = node.arguments;
      if (id && message && ts.isStringLiteralLike(id) && ts.isStringLiteralLike(message)) add(id.text, message.text);
      else if (!/(fixed|thrown)Texts\.ts$/.test(path)) problems.push(`${path}: say() needs an id and an English text, both plain`);
    }
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === "Trans") {
      const id = attribute(node.attributes, "id");
      const message = attribute(node.attributes, "message");
      if (id && message) add(id, message);
      else problems.push(`${path}: <Trans> needs an id and an English text, both plain`);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
}

function fixed(into: Messages): void {
  for (const [name, { title, fallback }] of Object.entries(FAILURES)) {
    into.set(`fixed.failure.${name}`, title);
    if (fallback) into.set(`fixed.fallback.${name}`, fallback);
  }
  for (const [name, { title, detail }] of Object.entries(SUCCESSES)) {
    into.set(`fixed.success.${name}`, title);
    if (detail) into.set(`fixed.detail.${name}`, detail);
  }
  for (const [name, text] of Object.entries(CEREMONY)) into.set(`fixed.ceremony.${name}`, text);
  for (const name of Object.keys(THROWN) as (keyof typeof THROWN)[]) into.set(`fixed.thrown.${name}`, thrownMessage(name));
}

const placeholders = (message: string): string =>
  [...new Set([...message.matchAll(/\{\s*(\w+)\s*[,}]|<\/?(\w+)\/?>/g)].map((found) => found[1] ?? `<${found[2] ?? ""}>`))]
    .filter((name) => !/^(zero|one|two|few|many|other)$/.test(name))
    .sort()
    .join(" ");

const english: Messages = new Map();
const problems: string[] = [];
for await (const path of sources(SOURCE)) collect(path, await readFile(path, "utf8"), english, problems);
fixed(english);

const write = process.argv.includes("--write");
const ids = [...english.keys()].sort();

for (const language of LANGUAGES) {
  const path = join(CATALOGUES, `${language}.po`);
  const catalogue = parsePo(await readFile(path, "utf8").catch(() => ""));
  const known = new Map(catalogue.items.map((item) => [item.msgid, item.msgstr[0] ?? ""]));

  if (write) {
    catalogue.headers = { Language: language, "Content-Type": "text/plain; charset=UTF-8" };
    catalogue.items = ids.map((id) => {
      const item = createItem();
      item.msgid = id;
      item.msgstr = [language === "en" ? (english.get(id) ?? "") : (known.get(id) ?? "")];
      // The English beside it is for translators.
      if (language !== "en") item.extractedComments = [english.get(id) ?? ""];
      return item;
    });
    await writeFile(path, stringifyPo(catalogue));
    continue;
  }

  for (const id of ids) {
    const text = known.get(id);
    const source = english.get(id) ?? "";
    if (!text) problems.push(`${language}: "${id}" is missing (${source})`);
    else if (language === "en" && text !== source) problems.push(`en: "${id}" differs from the code`);
    else if (placeholders(text) !== placeholders(source)) problems.push(`${language}: "${id}" has other placeholders`);
    else
      try {
        compileMessage(text);
      } catch (reason) {
        problems.push(`${language}: "${id}" does not compile: ${String(reason)}`);
      }
  }
  for (const id of known.keys()) if (!english.has(id)) problems.push(`${language}: nothing shows "${id}"`);
  if (language === "en") for (const { id, says, use } of offences(known)) problems.push(`en: "${id}" says "${says}", use "${use}"`);
  else problems.push(...mistranslations(language, english, known).map((problem) => `${language}: ${problem}`));
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  console.log(`${ids.length} messages in ${LANGUAGES.length} languages`);
}
