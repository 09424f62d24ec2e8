/**
 * Text that nobody but the server says.
 *
 * To the compiler it is no text: it goes into no sentence, no element and no comparison. `ServerWord` and what has its mark
 * at the head draw it, and `read` takes it out where it is not drawn as it is: to sort by it, to compare it, to write it into a file.
 */
declare const said: unique symbol;

export interface Word {
  readonly [said]: true;
}

export const wordOf = (text: string): Word => text as unknown as Word;

/** The text itself. Whoever draws it marks it, and no sentence about who reads, who did something or what a thing is has it. */
export const read = (word: Word): string => word as unknown as string;
