/** Finds people and topics by names typed after a marker. */
export interface Named {
  id: string;
  name: string;
}

export interface Match {
  id: string;
  /** How many characters of the text are the name. */
  length: number;
}

const WORD = /^[\p{L}\p{M}\p{N}_’'.-]+/u;
const ENDS = /^(?:$|[^\p{L}\p{M}\p{N}])/u;
/** Fewer letters would be anybody. */
const SHORTEST = 2;

const folded = (text: string): string => text.toLocaleLowerCase();

/**
 * Which of them the beginning of a text names: by the whole name, however many words it has, or by the beginning of
 * one of its words where that is the only one. Null without a match, or with more than one.
 */
export function nameAt(text: string, among: readonly Named[]): Match | null {
  const said = folded(text);
  const whole = among
    .filter(({ name }) => name !== "" && said.startsWith(folded(name)) && ENDS.test(said.slice(folded(name).length)))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (whole) return { id: whole.id, length: whole.name.length };
  const word = WORD.exec(said)?.[0].replace(/[.’'-]+$/u, "") ?? "";
  if (word.length < SHORTEST) return null;
  const meant = among.filter(({ name }) => folded(name).split(/\s+/).some((part) => part.startsWith(word)));
  const exact = meant.filter(({ name }) => folded(name).split(/\s+/).includes(word));
  const [only, other] = exact.length > 0 ? exact : meant;
  return only && !other ? { id: only.id, length: word.length } : null;
}

/** A sign that begins a word. */
export const signs = (sign: "@" | "#"): RegExp => new RegExp(`(?<=^|[\\s(])${sign}(?=[\\p{L}\\p{N}])`, "gu");

/** All people a text mentions, each once. */
export function mentioned(text: string, people: readonly Named[]): string[] {
  const found = [...text.matchAll(signs("@"))].flatMap(({ index }) => nameAt(text.slice(index + 1), people)?.id ?? []);
  return [...new Set(found)].sort();
}
