/** Why a statement has no effect. */

/** Bad form, signature or authority: the place in the chain stays, the effect does not happen. */
export class NotValid extends Error {}

/** Something that a later version may know: writing stops, because skipping a removal unread would be worse. */
export class NotKnown extends Error {}

export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new NotValid(reason);
}

/** The word when it is one of those known. */
export function known<const Words extends readonly string[]>(word: string, words: Words): Words[number] {
  if (!words.includes(word)) throw new NotKnown(`"${word}" is not known to this version.`);
  return word;
}
