/** Digits as people type them: with whatever stands between them, and in the numerals of their keyboard. */

/** The zeros of the numerals that a keyboard of our languages may write: Latin, Arabic, eastern Arabic. */
const ZEROS = ["0", "٠", "۰"].map((zero) => zero.charCodeAt(0));

function latin(character: string): string {
  const code = character.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? "" : String(code - zero);
}

export const digitsIn = (text: string): string => [...text].map(latin).join("");

/** The digits, with a space after each group that is followed by another one. */
export function grouped(digits: string, size: number): string {
  return (digits.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(" ");
}

/** Where the caret stands in the grouped text when so many digits are before it. */
export const caretAfter = (digits: number, size: number): number => digits + Math.max(0, Math.ceil(digits / size) - 1);
