/** Portions of a blob: every byte once and in order, in the memory that was brought, wherever the browser can. */
import { expect, test } from "vitest";

import type { Bytes } from "../crypto/bytes.ts";
import { portionsOf } from "./refill.ts";

const CONTENT = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 31) % 251);

/** As in browsers whose blobs are not streams of bytes. */
function withoutByteStreams(blob: Blob): Blob {
  const plain = () => new ReadableStream<Bytes>({ pull: (controller) => controller.close() });
  return Object.assign(blob, { stream: plain });
}

const blobs = [
  ["a stream of bytes", () => new Blob([CONTENT])],
  ["no stream of bytes", () => withoutByteStreams(new Blob([CONTENT]))],
] as const;

test.each(blobs)("%s: every byte comes once, in order, and the rest of a buffer stays as it was", async (_, make) => {
  const portions = portionsOf(make());
  let buffer: Bytes = new Uint8Array(70_000).fill(255);
  const seen: number[] = [];
  for (const [start, length] of [[0, 65_536], [512, 65_536], [16, 65_536], [48, CONTENT.length - 3 * 65_536]] as const) {
    buffer.fill(255);
    buffer = await portions.next(buffer, start, length);
    expect(buffer).toHaveLength(70_000);
    expect([...buffer.subarray(0, start), ...buffer.subarray(start + length)].every((byte) => byte === 255)).toBe(true);
    seen.push(...buffer.subarray(start, start + length));
  }
  await portions.end();
  expect(seen).toEqual([...CONTENT]);
});

test.each(blobs)("%s: a blob that ends early is said", async (_, make) => {
  await expect(portionsOf(make()).next(new Uint8Array(300_000), 0, 300_000)).rejects.toThrow(RangeError);
});

test.each(blobs)("%s: nothing is asked for where nothing is", async (_, make) => {
  const portions = portionsOf(make());
  expect(await portions.next(new Uint8Array(4), 4, 0)).toEqual(new Uint8Array(4));
});

test("a stream of bytes fills the memory that it was given, and leaves nothing behind", async () => {
  const portions = portionsOf(new Blob([CONTENT]));
  const given = new Uint8Array(65_536);
  const filled = await portions.next(given, 0, 65_536);
  // Taken away: nobody else may read or write it meanwhile.
  expect(given).toHaveLength(0);
  expect(filled.buffer.byteLength).toBe(65_536);
});
