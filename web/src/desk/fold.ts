/** Text as it is searched: without accents, case and the kind of space. What is typed is folded in the same way. */

/** What is not a plain letter, sign or space: most texts have little of it. */
const OTHERS = /[^ -~]+/g;

/** Spaces of other kinds, signs that nobody sees, and more of either than one. */
const ODD = /[^\S ]|\p{Cc}| {2}|^ | $/u;

/** A sigma has another form at the end of a word, which nobody who types its beginning knows of. */
const bare = (lower: string): string => lower.normalize("NFD").replace(/\p{M}+/gu, "").replaceAll("ς", "σ");

/** Of single letters what they become is kept. */
const letters = new Map<string, string>();

function bareLetter(letter: string): string {
  let known = letters.get(letter);
  if (known === undefined) letters.set(letter, (known = bare(letter)));
  return known;
}

/** Letters and single spaces, so that ends of lines and tabs are free to separate texts. */
export function fold(text: string): string {
  const folded = text.toLowerCase().replace(OTHERS, (run) => (run.length === 1 ? bareLetter(run) : bare(run)));
  return ODD.test(folded) ? folded.replace(/[\s\p{Cc}]+/gu, " ").trim() : folded;
}

/** What has to be found, each part somewhere. */
export const termsOf = (typed: string): string[] => fold(typed).split(" ").filter(Boolean);

const LETTER = /[\p{L}\p{N}]/u;

/** Whether a word begins at this place of a folded text. A place within a surrogate pair is none. */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.codePointAt(at - 1) ?? 0;
  const whole = before >= 0xdc00 && before <= 0xdfff && at > 1 ? (text.codePointAt(at - 2) ?? before) : before;
  return !LETTER.test(String.fromCodePoint(whole));
}

export const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
