/** Contacts and vendors as lists answer them. */
import type { Answered } from "./answered";
import type { ShownItem } from "./workspace.generated";

export type PlainAnswer = Answered;

export function answered({ id, sealed, later = [], word }: ShownItem): PlainAnswer {
  return { id, version: word.version, sealed, later, word: {} };
}
