/** Many files go into one folder: each whole or not at all, and none over another. */
import { afterEach, expect, test, vi } from "vitest";

import type { OpenedFile } from "../../keyring/contract";
import { unreadableBy } from "../../keyring/unreadable";
import { downloadAll, freeName } from "./downloadAll";
import type { DocumentItem } from "../../lists/kinds/document";

const WORDS = { noFile: "There are no files to download.", why: (reason: unknown) => unreadableBy(reason) };

const document = (id: string, fileId: string | null = id) =>
  ({ id, versions: fileId === null ? [] : [{ fileId }] }) as unknown as DocumentItem;

/** A folder as the browser hands it out, and what lies in it. */
function aFolder() {
  const files = new Map<string, string>();
  const folder = {
    getFileHandle: (name: string) =>
      Promise.resolve({
        createWritable: () =>
          Promise.resolve(
            new WritableStream<Uint8Array>({
              write: (bytes) => void files.set(name, (files.get(name) ?? "") + new TextDecoder().decode(bytes)),
            }),
          ),
        remove: () => Promise.resolve(void files.delete(name)),
      }),
  };
  vi.stubGlobal("window", { showDirectoryPicker: () => Promise.resolve(folder) });
  return files;
}

const keyring = (open: (id: string, stop: (reason: unknown) => void) => string) => ({
  openToSave: (_kind: string, _item: unknown, id: string) => {
    let broken: unknown;
    const text = open(id, (reason) => (broken = reason));
    const stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(frames) {
          frames.enqueue(new TextEncoder().encode(text));
          if (broken === undefined) frames.close();
        },
        pull(frames) {
          frames.error(broken);
        },
      });
    return Promise.resolve({ manifest: { name: "Lease.pdf", mime: "application/pdf", bytes: 1, digest: "" }, stream } as OpenedFile);
  },
});

afterEach(() => vi.unstubAllGlobals());

const hooks = (signal = new AbortController().signal) => {
  const progress: number[] = [];
  return { progress, onProgress: (settled: number) => progress.push(settled), signal };
};

test("each under a name of its own", async () => {
  const files = aFolder();
  const run = hooks();
  const { done, refused } = await downloadAll(keyring((id) => id), ["a", "b", "c"].map((id) => document(id)), run, WORDS);
  expect([...files]).toEqual([["Lease.pdf", "a"], ["Lease (2).pdf", "b"], ["Lease (3).pdf", "c"]]);
  expect(done.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(refused).toEqual([]);
  expect(run.progress).toEqual([1, 2, 3]);
});

test("what has no file, and what is damaged, is named, and the rest goes on", async () => {
  const files = aFolder();
  const opening = keyring((id, stop) => {
    if (id === "b") stop(Object.assign(new Error("frame"), { code: "data_loss" }));
    return id;
  });
  const { done, refused } = await downloadAll(opening, [document("a", null), document("b"), document("c")], hooks(), WORDS);
  expect(done.map(({ id }) => id)).toEqual(["c"]);
  expect(refused).toEqual([
    { id: "a", message: WORDS.noFile },
    { id: "b", message: "damaged" },
  ]);
  // Half of a file does not stay.
  expect([...files.values()]).toEqual(["c"]);
});

test("cancelled, it stops after what is saved", async () => {
  const files = aFolder();
  const control = new AbortController();
  const opening = keyring((id) => {
    if (id === "b") control.abort();
    return id;
  });
  const { done, refused } = await downloadAll(opening, ["a", "b", "c"].map((id) => document(id)), hooks(control.signal), WORDS);
  expect([done.map(({ id }) => id), refused, [...files.values()]]).toEqual([["a"], [], ["a"]]);
});

test("who picks no folder saves nothing and hears no complaint", async () => {
  vi.stubGlobal("window", { showDirectoryPicker: () => Promise.reject(new DOMException("no", "AbortError")) });
  expect(await downloadAll(keyring((id) => id), [document("a")], hooks(), WORDS)).toEqual({ done: [], refused: [] });
});

test.each([
  ["Lease.pdf", ["Lease.pdf", "Lease (2).pdf"], "Lease (3).pdf"],
  ["README", ["README"], "README (2)"],
  [".profile", [".profile"], ".profile (2)"],
])("%s beside %j is %s", (name, taken, free) => expect(freeName(name, new Set(taken))).toBe(free));
