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

const plain = (text: string): string => text.replace(/<\/?\w+>/g, "").replace(/\s+/g, " ");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function readTemplates(): { fixed: ReadonlySet<string>; templates: readonly Template[] } {
  const fixed = new Set<string>([...SIGNS, ...IN_ENGLISH]);
  const templates: Template[] = [];
  for (const sentence of sentencesOf(readFileSync(join(CHECKOUT, "web/src/i18n/catalogues/en.po"), "utf8"))) {
    const parts = between(sentence).map(plain);
    if (parts.length === 1) fixed.add(sentence.trim());
    // Where hardly anything is the app's own, anything would fit.
    else if (parts.join("").replace(/[^a-z]/gi, "").length >= FEW) templates.push({ words: parts.join("…"), fits: new RegExp(`^${parts.map(escaped).join("(.*?)")}$`) });
  }
  return { fixed, templates };
}

/** The signs for what is not there, and for a face that nobody has signed. */
const SIGNS = ["–", "?", "…"];
/** What the app says by itself of an answer of another form, in one language. */
const IN_ENGLISH = ["The answer cannot be read."];
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
