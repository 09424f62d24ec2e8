/**
 * Files in the folder that a browser keeps for this site alone: where a large file is decrypted to before it is handed over.
 *
 * They hold plain bytes. Each is deleted once the browser has had time to copy it, and all of them at lock, sign-out,
 * change of account and start (crypto.md section 9).
 */
const FOLDER = "downloads";
/** Enough to copy gigabytes to a slow disk: a browser does not say when it is done. */
const LIFE_MS = 15 * 60 * 1000;
/** Held while a file is in use, so that a tab which starts does not delete what another one is just handing over. */
const IN_USE = "coffer.downloads";

type Folder = FileSystemDirectoryHandle;

/** The folder, or `null` where a browser has none to give (some refuse it in private windows) or none to write to from a page. */
export async function privateFolder(): Promise<Folder | null> {
  if (!("FileSystemFileHandle" in globalThis) || !("createWritable" in FileSystemFileHandle.prototype)) return null;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (reason) {
    if (reason instanceof DOMException) return null;
    throw reason;
  }
}

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Writes the stream to a file that is not in memory and hands it over. Nothing is left of a stream that fails. */
export function throughPrivateFile(folder: Folder, stream: Stream, signal: AbortSignal, handOver: (file: File) => void): Promise<void> {
  const name = crypto.randomUUID();
  return new Promise((settle) => {
    void navigator.locks.request(IN_USE, { mode: "shared" }, async () => {
      const written = write(folder, name, stream, signal).then(handOver);
      settle(written);
      await written.then(() => new Promise((over) => setTimeout(over, LIFE_MS))).catch(() => undefined);
      await remove(folder, name);
    });
  });
}

async function write(folder: Folder, name: string, stream: Stream, signal: AbortSignal): Promise<File> {
  const handle = await folder.getFileHandle(name, { create: true });
  try {
    await stream.pipeTo(await handle.createWritable(), { signal });
  } catch (reason) {
    await remove(folder, name);
    throw reason;
  }
  return handle.getFile();
}

/** Deletes all of them, also those in use: who locks wants no plain bytes left. */
export async function dropPrivateFiles(): Promise<void> {
  const folder = await privateFolder();
  if (!folder) return;
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  await Promise.all(names.map((name) => remove(folder, name)));
}

/** Deletes what earlier pages left behind, unless another tab has one of them in use. */
export async function dropAbandonedFiles(): Promise<void> {
  if (!(await privateFolder())) return;
  await navigator.locks.request(IN_USE, { ifAvailable: true }, (free) => (free ? dropPrivateFiles() : undefined));
}

/** One that is gone already, or still being written (its writer deletes it), does not stop the others. */
async function remove(folder: Folder, name: string): Promise<void> {
  await folder.removeEntry(name, { recursive: true }).catch(() => undefined);
}
