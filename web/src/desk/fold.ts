/** Text as it is searched: without accents, case and the kind of space. What is typed is folded in the same way. */

const PLAIN = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;

/** A sigma has another form at the end of a word, which nobody who types its beginning knows of. */
const simple = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

/** Letters and single spaces, so that ends of lines and tabs are free to separate texts. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return simple(text).replace(/[\s\p{Cc}]+/gu, " ").trim();
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
