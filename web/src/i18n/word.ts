/**
 * Text that nobody but the server says.
 *
 * To the compiler it is no text: it goes into no sentence, no element and no comparison. `ServerWord` and what has its mark
 * at the head draw it. `read` takes it out under them and to compare it; elsewhere only where `eslint.config.js` names the file and why.
 */
declare const said: unique symbol;

export interface Word {
  readonly [said]: true;
}

export const wordOf = (text: string): Word => text as unknown as Word;

/** The text itself. Whoever draws it marks it, and no sentence about who reads, who did something or what a thing is has it. */
export const read = (word: Word): string => word as unknown as string;
