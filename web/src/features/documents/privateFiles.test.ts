/** Private files hold plain bytes: none outlives its use. */
import { expect, test } from "vitest";

import { sweep, writePrivate } from "./privateFiles";

const MINUTE = 60_000;

/** The part of a browser's private folder that is used. */
class FakeFolder {
  readonly files = new Map<string, { bytes: number[]; changed: number }>();

  getFileHandle(name: string) {
    const file = { bytes: [] as number[], changed: 0 };
    this.files.set(name, file);
    return Promise.resolve({
      createWritable: () => Promise.resolve(new WritableStream<Uint8Array>({ write: (chunk) => void file.bytes.push(...chunk) })),
      getFile: () => Promise.resolve(new File([new Uint8Array(file.bytes)], name)),
    });
  }

  removeEntry(name: string) {
    this.files.delete(name);
    return Promise.resolve();
  }

  async *entries() {
    for (const [name, { changed }] of [...this.files]) {
      yield await Promise.resolve([name, { kind: "file", getFile: () => Promise.resolve({ lastModified: changed }) }] as const);
    }
  }

  get asFolder() {
    return this as unknown as FileSystemDirectoryHandle;
  }
}

const { signal } = new AbortController();

test("a stream becomes a file, chunk after chunk", async () => {
  const folder = new FakeFolder();
  const chunks = [new Uint8Array([1, 2]), new Uint8Array([3])];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  expect([...new Uint8Array(await (await writePrivate(folder.asFolder, stream, signal)).arrayBuffer())]).toEqual([1, 2, 3]);
});

test("nothing stays of a stream that fails", async () => {
  const folder = new FakeFolder();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array([1])),
    pull: () => Promise.reject(new Error("This object is damaged.")),
  });
  await expect(writePrivate(folder.asFolder, stream, signal)).rejects.toThrow("damaged");
  expect(folder.files.size).toBe(0);
});

test("what is a quarter of an hour old goes, what may still be copied stays", async () => {
  const folder = new FakeFolder();
  const now = 100 * MINUTE;
  folder.files.set("old", { bytes: [1], changed: now - 16 * MINUTE });
  folder.files.set("new", { bytes: [2], changed: now - 14 * MINUTE });
  await sweep(folder.asFolder, now);
  expect([...folder.files.keys()]).toEqual(["new"]);
});
