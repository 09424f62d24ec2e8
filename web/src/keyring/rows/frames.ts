/**
 * Frames of bytes (`docs/decisions/0050`): `u32be length ‖ fields`, each field `u32be length ‖ bytes`. An empty frame ends an answer, so
 * that one that was cut off is not taken for a shorter list.
 *
 * The server's bytes are not trusted: what is too long, cut off or followed by more is refused before anything is made of it.
 */
import type { Bytes } from "../../crypto/bytes.ts";

/** Of a frame: a document of 256 KiB and a chain of a thousand statements are far below. */
const MOST_BYTES = 4 * 1024 * 1024;

const TEXT = new TextDecoder("utf-8", { fatal: true });

/** Bytes that are no answer in this form. */
export class NotRows extends Error {
  constructor(fault: string) {
    super(`This is no list in the form of rows: ${fault}.`);
    this.name = "NotRows";
  }
}

/** The fields of each frame but the last, which is empty. Raises `NotRows`. */
export function* framesOf(bytes: Bytes): Generator<Bytes[]> {
  let at = 0;
  for (;;) {
    const frame = partAt(bytes, at);
    if (frame.length > MOST_BYTES) throw new NotRows("a frame is too long");
    at += 4 + frame.length;
    if (frame.length === 0) break;
    yield partsOf(frame);
  }
  if (at !== bytes.length) throw new NotRows("bytes follow the last frame");
}

/** What stands one after another, each with its length before it. Every byte is accounted for. Raises `NotRows`. */
export function partsOf(bytes: Bytes): Bytes[] {
  const parts: Bytes[] = [];
  for (let at = 0; at < bytes.length; ) {
    const part = partAt(bytes, at);
    parts.push(part);
    at += 4 + part.length;
  }
  return parts;
}

/** What begins here with its length. Raises `NotRows`. */
export function partAt(bytes: Bytes, at: number): Bytes {
  const from = at + 4;
  const to = from + numberAt(bytes, at, 4);
  if (to > bytes.length) throw new NotRows("it was cut off");
  return bytes.subarray(from, to);
}

/** Big-endian. Raises `NotRows` where so many bytes are not there. */
export function numberAt(bytes: Bytes, at: number, size: 1 | 2 | 4): number {
  if (at + size > bytes.length) throw new NotRows("it was cut off");
  let number = 0;
  for (let i = at; i < at + size; i += 1) number = number * 256 + (bytes[i] ?? 0);
  return number;
}

/** Raises `NotRows`. */
export function jsonIn(bytes: Bytes): unknown {
  try {
    return JSON.parse(TEXT.decode(bytes));
  } catch {
    throw new NotRows("what should be JSON is none");
  }
}
