/** What the server answers about an item: bytes that people have signed, and what only the server knows. */
import type { SealedItem } from "../keyring/contract";

export interface Answered<Word = object> extends SealedItem {
  /** The server's word (`crypto.md` section 19): drawn as such, and no part of anything that is signed. */
  word: Word;
}
