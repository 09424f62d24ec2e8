/** Whole rows as the bytes of their JSON, one after another: a third of what their objects would take, in every script. */
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Of UTF-8, for one unit of a JavaScript text. */
const MOST_BYTES = 3;

export class Bodies {
  private bytes = new Uint8Array(4096);
  private readonly ends: number[] = [];

  add(json: string): void {
    const from = this.ends.at(-1) ?? 0;
    if (this.bytes.length < from + json.length * MOST_BYTES) this.grow(from, from + json.length * MOST_BYTES);
    this.ends.push(from + encoder.encodeInto(json, this.bytes.subarray(from)).written);
  }

  read(place: number): string {
    return decoder.decode(this.bytes.subarray(this.startOf(place), this.ends[place] ?? 0));
  }

  /** Nothing of it is left; its place stays. */
  clear(place: number): void {
    this.bytes.fill(0, this.startOf(place), this.ends[place] ?? 0);
  }

  /** No more will come. */
  trim(): void {
    this.bytes = this.bytes.slice(0, this.ends.at(-1) ?? 0);
  }

  private startOf = (place: number): number => (place === 0 ? 0 : (this.ends[place - 1] ?? 0));

  private grow(used: number, wanted: number): void {
    const bytes = new Uint8Array(Math.max(wanted, 2 * this.bytes.length));
    bytes.set(this.bytes.subarray(0, used));
    this.bytes = bytes;
  }
}
