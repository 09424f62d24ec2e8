/**
 * One word per thing: what it is used for, which words are not used for it, and how such words are found in a text.
 *
 * They are kept in `terms.json`, by which `tests/contracts/test_words.py` checks the texts of the server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Term {
  use: string;
  /** What it names, as a reader of the product would say it. */
  means: string;
  /** Other words that were used for it, for people. */
  not?: string;
  /** Finds the other words in a text. */
  found?: RegExp;
  /** Texts that this finds by mistake, and why each may stay. */
  except?: Readonly<Record<string, string>>;
}

interface Written {
  mannered: string;
  terms: readonly (Omit<Term, "found"> & { found?: string })[];
}

const written = JSON.parse(readFileSync(join(import.meta.dirname, "terms.json"), "utf8")) as Written;

export const TERMS: readonly Term[] = written.terms.map(({ found, ...term }) => ({
  ...term,
  ...(found === undefined ? {} : { found: new RegExp(found, "i") }),
}));

/** Words that a reader has to translate. */
export const MANNERED = new RegExp(written.mannered, "i");
