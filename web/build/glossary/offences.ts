/** Words of the English catalogue that the glossary has another word for. */
import { MANNERED, TERMS, type Term } from "./terms.ts";

export interface Offence {
  id: string;
  text: string;
  /** The word that was found, and the one to use. */
  says: string;
  use: string;
}

/** Texts that the specification fixes stay as they are spelled there. */
const isFixed = (id: string): boolean => id.startsWith("fixed.");

/** What a reader sees of a message: its names of values are for the code. */
const read = (text: string): string =>
  text
    .replace(/\{\s*\w+\s*,\s*\w+\s*,/g, " ")
    .replace(/\{\w+\}/g, " ")
    .replace(/\s+/g, " ");

const find = (text: string, pattern: RegExp | undefined): string | undefined => (pattern ? pattern.exec(text)?.[0] : undefined);

function offence(id: string, text: string, term: Pick<Term, "use" | "found" | "except">): Offence[] {
  const says = term.except && id in term.except ? undefined : find(read(text), term.found);
  return says === undefined ? [] : [{ id, text, says, use: term.use }];
}

export function offences(messages: Iterable<readonly [id: string, text: string]>): Offence[] {
  return [...messages]
    .filter(([id]) => !isFixed(id))
    .flatMap(([id, text]) => [...TERMS, { use: "plain words", found: MANNERED }].flatMap((term) => offence(id, text, term)));
}
