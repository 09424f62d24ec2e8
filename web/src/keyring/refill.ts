/**
 * Reads a blob from its start, portion by portion, into buffers that its caller brings.
 *
 * Whoever reads a large file with `slice(…).arrayBuffer()` makes a new buffer of every portion, and the browser collects them far
 * later than it makes them: gigabytes of a file become a gigabyte of rubbish. A buffer that is filled again and again is none.
 */
import type { Bytes } from "../crypto/bytes.ts";

export interface Portions {
  /**
   * Fills `length` bytes of a buffer, from `start` on, with what comes next.
   *
   * The buffer is taken away, and comes back as the answer: the same memory, in whole, under a new name.
   *
   * @throws RangeError when the blob ends before.
   */
  readonly next: (buffer: Bytes, start: number, length: number) => Promise<Bytes>;
  /** Ends the reading, wherever it stands. */
  readonly end: () => Promise<void>;
}

/** A reader that fills buffers of others; `null` where blobs only hand out their own. */
function fillingReader(blob: Blob): ReadableStreamBYOBReader | null {
  const stream = blob.stream();
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    // Not a stream of bytes, which the standard made of it late: nothing was read yet, so nothing is lost.
    return null;
  }
}

export function portionsOf(blob: Blob): Portions {
  const reader = fillingReader(blob);
  let taken = 0;

  async function fill(filling: ReadableStreamBYOBReader, buffer: Bytes, start: number, length: number): Promise<Bytes> {
    let memory = buffer.buffer;
    for (let at = 0; at < length; ) {
      const { value, done } = await filling.read(new Uint8Array(memory, start + at, length - at));
      if (done) throw new RangeError("A file ended early.");
      memory = value.buffer;
      at += value.length;
    }
    return new Uint8Array(memory);
  }

  async function copy(buffer: Bytes, start: number, length: number): Promise<Bytes> {
    const portion = await blob.slice(taken, taken + length).arrayBuffer();
    if (portion.byteLength !== length) throw new RangeError("A file ended early.");
    buffer.set(new Uint8Array(portion), start);
    return buffer;
  }

  return {
    next: async (buffer, start, length) => {
      const filled = reader ? await fill(reader, buffer, start, length) : await copy(buffer, start, length);
      taken += length;
      return filled;
    },
    end: async () => {
      await reader?.cancel();
    },
  };
}
