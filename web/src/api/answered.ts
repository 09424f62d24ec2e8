/** What the server answers about an item: bytes that people have signed, and what only the server knows. */
import type { Sealed, SealedItem } from "../keyring/contract";

export interface Answered<Word = object> extends SealedItem {
  /** The server's word (`crypto.md` section 19): drawn as such, and no part of anything that is signed. */
  word: Word;
}

/** An item as it comes. What was destroyed, or is not for this reader any more, comes with its statement alone. */
export interface Sent<Word> {
  id: string;
  sealed?: Partial<SealedItem["sealed"]> & Pick<Sealed, "statementB64u" | "signatureB64u">;
  later?: SealedItem["later"];
  /** In the form of rows. */
  before?: SealedItem["before"];
  word: Word & { version: number };
}

/** Nothing of one that comes without contents, or does not say which it is: a known one is withheld then. `wordOf` picks what this kind has of the server's word. */
export function answeredAs<Word, Told>({ id, sealed, later = [], before, word }: Sent<Told>, wordOf: (told: Told) => Word): Answered<Word> | null {
  return sealed && isWhole(sealed) && typeof id === "string" ? { id, version: word.version, sealed, later, ...(before && { before }), word: wordOf(word) } : null;
}

const isWhole = (sealed: NonNullable<Sent<unknown>["sealed"]>): sealed is SealedItem["sealed"] => sealed.dataB64u !== undefined;

/** Those of a list that have contents. */
export const withContents = <One>(answers: readonly (One | null)[]): One[] => answers.filter((one) => one !== null);
