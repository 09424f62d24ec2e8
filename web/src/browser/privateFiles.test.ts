/** Private files hold plain bytes: none outlives its use, a lock, or the page that wrote it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { dropAbandonedFiles, dropPrivateFiles, privateFolder, throughPrivateFile } from "./privateFiles";

const MINUTE = 60_000;

/** The part of a browser's private folder that is used. */
class FakeFolder {
  readonly files = new Map<string, number[]>();
  readonly busy = new Set<string>();

  getFileHandle(name: string) {
    const bytes: number[] = [];
    this.files.set(name, bytes);
    return Promise.resolve({
      createWritable: () => Promise.resolve(new WritableStream<Uint8Array>({ write: (chunk) => void bytes.push(...chunk) })),
      getFile: () => Promise.resolve(new File([new Uint8Array(bytes)], name)),
    });
  }

  removeEntry(name: string) {
    if (this.busy.has(name)) return Promise.reject(new DOMException("Busy", "NoModificationAllowedError"));
    this.files.delete(name);
    return Promise.resolve();
  }

  async *keys() {
    for (const name of [...this.files.keys()]) yield await Promise.resolve(name);
  }
}

/** Locks as the browser keeps them among its tabs. */
class FakeLocks {
  held = 0;

  async request(_name: string, options: { mode?: string; ifAvailable?: boolean }, work: (lock: object | null) => unknown) {
    if (options.ifAvailable && this.held > 0) return work(null);
    this.held += 1;
    try {
      return await work({});
    } finally {
      this.held -= 1;
    }
  }
}

let folder: FakeFolder;
let locks: FakeLocks;

beforeEach(() => {
  vi.useFakeTimers();
  folder = new FakeFolder();
  locks = new FakeLocks();
  vi.stubGlobal("FileSystemFileHandle", class { createWritable() {} });
  vi.stubGlobal("navigator", {
    locks,
    storage: { getDirectory: () => Promise.resolve({ getDirectoryHandle: () => Promise.resolve(folder) }) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const streamOf = (...chunks: number[][]) => {
  const left = chunks.map((chunk) => new Uint8Array(chunk));
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
};

async function handedOver(): Promise<File> {
  const files: File[] = [];
  const where = await privateFolder();
  if (!where) throw new Error("No folder.");
  await throughPrivateFile(where, streamOf([1, 2], [3]), signal, (file) => void files.push(file));
  const [file] = files;
  if (!file) throw new Error("Nothing was handed over.");
  return file;
}

test("a stream becomes a file, chunk after chunk, and is deleted once it can have been copied", async () => {
  expect([...new Uint8Array(await (await handedOver()).arrayBuffer())]).toEqual([1, 2, 3]);
  await vi.advanceTimersByTimeAsync(15 * MINUTE - 1);
  expect([folder.files.size, locks.held]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([folder.files.size, locks.held]).toEqual([0, 0]);
});

test("nothing is left of a stream that fails", async () => {
  const failing = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array([1])),
    pull: () => Promise.reject(new Error("This object is damaged.")),
  });
  const handOver = vi.fn();
  const where = folder as unknown as FileSystemDirectoryHandle;
  await expect(throughPrivateFile(where, failing, signal, handOver)).rejects.toThrow("damaged");
  expect([folder.files.size, handOver.mock.calls.length]).toEqual([0, 0]);
  await vi.waitFor(() => expect(locks.held).toBe(0));
});

test("a lock deletes all of them, one in use as well", async () => {
  await handedOver();
  await dropPrivateFiles();
  expect(folder.files.size).toBe(0);
});

test("one that cannot be deleted keeps none of the others", async () => {
  folder.files.set("writing", [1]).set("old", [2]);
  folder.busy.add("writing");
  await dropPrivateFiles();
  expect([...folder.files.keys()]).toEqual(["writing"]);
});

test("a start deletes what an earlier page left, but nothing that another tab is handing over", async () => {
  folder.files.set("left", [1]);
  await dropAbandonedFiles();
  expect(folder.files.size).toBe(0);

  await handedOver();
  await dropAbandonedFiles();
  expect(folder.files.size).toBe(1);
});

test("a browser without such a folder has nothing to delete", async () => {
  vi.stubGlobal("navigator", { locks, storage: { getDirectory: () => Promise.reject(new DOMException("No", "SecurityError")) } });
  await expect(dropPrivateFiles()).resolves.toBeUndefined();
  await expect(dropAbandonedFiles()).resolves.toBeUndefined();
});
