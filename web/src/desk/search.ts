/** Rows found by what they say: every part of what was typed stands somewhere in the folded text of a row. */
import { beginsWord, fold, termsOf, wordsOf } from "./fold.ts";
import type { Segment } from "./segment.ts";

/** What was typed, as it is looked for. */
export interface Typed {
  readonly whole: string;
  /** The longest first: the fewest rows have it. */
  readonly terms: readonly string[];
}

export function typed(text: string): Typed {
  return { whole: fold(text), terms: termsOf(text).sort((a, b) => b.length - a.length) };
}

/** How well a row fits: the lower, the better. */
export const BEGINS = 0;
export const WORD = 1;
export const TITLE = 2;
export const REST = 3;

/** Places of a segment that hold all of it, in order. */
export function* found({ terms }: Pick<Typed, "terms">, segment: Segment): Generator<number> {
  const [first = "", ...others] = terms;
  const { text } = segment;
  for (let at = text.indexOf(first); at >= 0; ) {
    const place = segment.placeAt(at);
    const end = segment.endOf(place);
    if (segment.lives(place) && (others.length === 0 || holds(others, text.slice(segment.startOf(place), end)))) yield place;
    at = end >= text.length ? -1 : text.indexOf(first, end);
  }
}

/** The same for one row. */
export function fits({ terms }: Typed, segment: Segment, place: number): boolean {
  return terms.length === 0 || holds(terms, segment.text.slice(segment.startOf(place), segment.endOf(place)));
}

const holds = (terms: readonly string[], text: string): boolean => terms.every((term) => text.includes(term));

export function rankOf({ whole, terms }: Typed, title: string): number {
  if (title.startsWith(whole)) return BEGINS;
  let worst = WORD;
  for (const term of terms) worst = Math.max(worst, rankOfTerm(term, title));
  return worst;
}

function rankOfTerm(term: string, title: string): number {
  let at = title.indexOf(term);
  if (at < 0) return REST;
  for (; at >= 0; at = title.indexOf(term, at + 1)) if (beginsWord(title, at)) return WORD;
  return TITLE;
}

/** Shorter parts are typed right or not at all: nearly every short word is near another. */
const SHORTEST_NEAR = 4;

/** Parts of a term of which one at least stands in every word that is a slip away: no slip reaches into all three. */
export function partsOf(term: string): string[] {
  if (term.length < SHORTEST_NEAR) return [term];
  const [one, two] = [Math.floor(term.length / 3), Math.floor((2 * term.length) / 3)];
  return [term.slice(0, one), term.slice(one, two), term.slice(two)];
}

/** When nothing holds what was typed: words of the title that are one slip of the finger away. */
export function isNear({ terms }: Typed, title: string): boolean {
  // Words are taken apart only where one could be near.
  if (!terms.every((term) => partsOf(term).some((part) => title.includes(part)))) return false;
  const words = wordsOf(title);
  return terms.every((term) => words.some((word) => word.startsWith(term) || (term.length >= SHORTEST_NEAR && oneApart(term, word))));
}

/** One letter more, less, another, or two that changed places. */
export function oneApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
