/** What the app says in its own words: the sentences of the English catalogue, with what is put into them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { CHECKOUT } from "./surface";

/** A sentence of the catalogue as it stands on a page, with the values that are put into it. */
export interface Sentence {
  words: string;
  values: readonly string[];
}

interface Template {
  words: string;
  fits: RegExp;
}

/** The sentences of the catalogue, lines of it joined. */
function sentencesOf(catalogue: string): string[] {
  return [...catalogue.matchAll(/^msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm)].map(([, text = ""]) =>
    text.trim().split("\n").map((line) => JSON.parse(line) as string).join(""));
}

/** The text between the outermost braces of a sentence. */
function between(sentence: string): string[] {
  const made = [""];
  let depth = 0;
  for (const letter of sentence) {
    if (letter === "{" && (depth += 1) === 1) made.push("");
    else if (letter === "}" && (depth -= 1) === 0) continue;
    else if (depth === 0) made[made.length - 1] += letter;
  }
  return made;
}

/** A sentence that depends on a number, or on which of several it is about, in each of its forms; `NUMBER` is the number. */
function formsOf(sentence: string): string[] {
  const choice = /\{\w+, (?:plural|select|selectordinal),/.exec(sentence);
  if (!choice) return [sentence];
  const [before, rest] = [sentence.slice(0, choice.index), sentence.slice(choice.index)];
  const end = closing(rest);
  const forms = between(rest.slice(1, end)).length - 1;
  return Array.from({ length: forms }, (_, form) => before + branchOf(rest.slice(choice[0].length, end), form).replaceAll("#", NUMBER) + rest.slice(end + 1)).flatMap(formsOf);
}

/** Where the brace is closed that a text begins with. */
function closing(text: string): number {
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === "{") depth += 1;
    else if (text[place] === "}" && (depth -= 1) === 0) return place;
  }
  throw new Error(`Nothing closes ${text}`);
}

/** What stands in one of the outermost braces. */
function branchOf(branches: string, form: number): string {
  let rest = branches;
  for (let left = form; ; left -= 1) {
    rest = rest.slice(rest.indexOf("{"));
    const end = closing(rest);
    if (left === 0) return rest.slice(1, end);
    rest = rest.slice(end + 1);
  }
}

/** In place of a number. */
const NUMBER = "\0";

const lettersOf = (text: string): number => text.replace(/[^a-z]/gi, "").length;
const plain = (text: string): string => text.replace(/<\/?\w+>/g, "").replace(/\s+/g, " ");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function readTemplates(): { fixed: ReadonlySet<string>; templates: readonly Template[] } {
  const fixed = new Set<string>(SIGNS);
  const templates: Template[] = [];
  for (const sentence of sentencesOf(readFileSync(join(CHECKOUT, "web/src/i18n/catalogues/en.po"), "utf8")).flatMap(formsOf)) {
    const parts = between(sentence).map(plain);
    if (parts.length === 1 && !sentence.includes(NUMBER)) fixed.add(sentence.trim());
    // Where hardly anything is the app's own, anything would fit.
    else if (lettersOf(parts.join("")) >= FEW) {
      const fits = new RegExp(`^${parts.map((part) => escaped(part).replaceAll(NUMBER, "([\\d,]+)")).join("(.*?)")}$`);
      templates.push({ words: parts.join("…").replaceAll(NUMBER, "…"), fits });
    }
  }
  // Of several that fit, the one that says most itself.
  return { fixed, templates: templates.sort((one, other) => lettersOf(other.words) - lettersOf(one.words)) };
}

/** The signs for what is not there, and for a face that nobody has signed; of a list from which nothing is chosen the library says so. */
const SIGNS = ["–", "?", "…", "Select an item"];
const FEW = 6;

const { fixed, templates } = readTemplates();

/** Which sentence of the app a text is, if it is one. */
export function sentenceOf(text: string): Sentence | null {
  if (fixed.has(text)) return { words: text, values: [] };
  for (const { words, fits } of templates) {
    const found = fits.exec(text);
    if (found) return { words, values: found.slice(1) };
  }
  return null;
}
