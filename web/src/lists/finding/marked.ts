/** Which parts of a title were asked for, so that they can be marked. */
export interface Part {
  text: string;
  hit: boolean;
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whole words are looked at one by one: what is marked is the beginning that was typed. */
export function marked(title: string, typed: string): Part[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return title
    .split(/([^\p{L}\p{N}\p{M}]+)/u)
    .filter(Boolean)
    .flatMap((word) => {
      const start = plain(word);
      const longest = Math.max(0, ...wanted.filter((one) => start.startsWith(one)).map((one) => one.length));
      if (longest === 0) return [{ text: word, hit: false }];
      const length = lengthOf(word, longest);
      return [
        { text: word.slice(0, length), hit: true },
        { text: word.slice(length), hit: false },
      ].filter(({ text }) => text);
    });
}

/** How much of a word makes up so many of its plain letters. */
function lengthOf(word: string, letters: number): number {
  let length = 0;
  for (const letter of word) {
    if (plain(word.slice(0, length)).length >= letters) break;
    length += letter.length;
  }
  return length;
}
