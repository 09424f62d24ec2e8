/**
 * The order of the texts of one column, as numbers of 32 bits.
 *
 * Texts are compared once, when they come; from then on a sort is a sort of numbers. Between two neighbours there is room for
 * further ones. Texts that a language does not tell apart have one number.
 */
export type Compare = (a: string, b: string) => number;

const ROOM = 2 ** 32;

export class Order {
  private readonly compare: Compare;
  private readonly numbers = new Map<string, number>();
  /** One text of each number, in order, and its number. */
  private texts: string[] = [];
  private places: number[] = [];

  constructor(compare: Compare) {
    this.compare = compare;
  }

  /** Changes whenever numbers that were told before hold no more. */
  age = 0;

  /** How many texts it knows, also those that no row has any more. */
  get size(): number {
    return this.numbers.size;
  }

  numberOf(text: string): number {
    const number = this.numbers.get(text);
    if (number !== undefined) return number;
    this.add([text]);
    return this.numbers.get(text) ?? 0;
  }

  add(texts: Iterable<string>): void {
    const unknown = new Set<string>();
    for (const text of texts) if (!this.numbers.has(text)) unknown.add(text);
    if (unknown.size > 0) this.merge([...unknown].sort(this.compare));
  }

  /** Each finds its place by halving; the numbers of those that are there already stay, as long as there is room between them. */
  private merge(sorted: readonly string[]): void {
    const [old, places] = [this.texts, this.places];
    const equals: [text: string, one: string][] = [];
    const [texts, numbers]: [string[], number[]] = [[], []];
    let at = 0;
    let fresh: string[] = [];
    let isTight = false;

    const settle = (to: number): void => {
      const [low, high] = [numbers.at(-1) ?? 0, to < places.length ? (places[to] ?? ROOM) : ROOM];
      const step = (high - low) / (fresh.length + 1);
      isTight ||= step < 1;
      fresh.forEach((text, i) => {
        texts.push(text);
        numbers.push(Math.floor(low + step * (i + 1)));
      });
      fresh = [];
    };

    for (const text of sorted) {
      const to = this.placeOf(text, at);
      if (to > at) {
        settle(at);
        for (; at < to; at += 1) {
          texts.push(old[at] ?? "");
          numbers.push(places[at] ?? 0);
        }
      }
      const before = fresh.at(-1);
      const there = old[at];
      if (before !== undefined && this.compare(before, text) === 0) equals.push([text, before]);
      else if (there !== undefined && this.compare(there, text) === 0) equals.push([text, there]);
      else fresh.push(text);
    }
    settle(at);
    for (; at < old.length; at += 1) {
      texts.push(old[at] ?? "");
      numbers.push(places[at] ?? 0);
    }
    [this.texts, this.places] = [texts, numbers];
    if (isTight) this.spread();
    else texts.forEach((text, i) => this.numbers.set(text, numbers[i] ?? 0));
    for (const [text, one] of equals) this.numbers.set(text, this.numbers.get(one) ?? 0);
  }

  /** The first place from here on whose text does not come before this one. */
  private placeOf(text: string, from: number): number {
    let [low, high] = [from, this.texts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compare(this.texts[middle] ?? "", text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All have the same distance again; those with the number of another one keep to it. */
  private spread(): void {
    this.age += 1;
    const one = new Map<number, string>();
    for (const text of this.texts) {
      const number = this.numbers.get(text);
      if (number !== undefined) one.set(number, text);
    }
    const same = [...this.numbers].map(([text, number]): [string, string] => [text, one.get(number) ?? text]);
    const step = ROOM / (this.texts.length + 1);
    this.places = this.texts.map((_, i) => Math.floor(step * (i + 1)));
    this.texts.forEach((text, i) => this.numbers.set(text, this.places[i] ?? 0));
    for (const [text, other] of same) this.numbers.set(text, this.numbers.get(other) ?? 0);
  }
}
